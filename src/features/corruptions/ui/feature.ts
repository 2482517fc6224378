import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { corruptedImages } from './corruption-section.tsx'

export const corruptionsUi: UiFeature = { probeSections: [corruptedImages] }
