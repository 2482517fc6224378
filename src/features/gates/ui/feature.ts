import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { gatesSection } from './gates.tsx'

export const gatesUi: UiFeature = { sections: [gatesSection] }
