import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { occlusionSection } from './occlusion-maps.tsx'
import { OcclusionPanel } from './occlusion-panel.tsx'

export const occlusionUi: UiFeature = {
  imageSections: [occlusionSection],
  samplePanels: [{ id: 'occlusion', Panel: OcclusionPanel }],
}
