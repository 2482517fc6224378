import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { AdvicePanel } from './advice-panel.tsx'

export const adviceUi: UiFeature = { ModelAdvice: AdvicePanel }
