import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { chainsPart } from './chains-tab.ts'

export const chainsUi: UiFeature = { parts: [chainsPart] }
