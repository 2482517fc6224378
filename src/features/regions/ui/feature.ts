import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { RegionPanel } from './draw-region.tsx'

export const regionsUi: UiFeature = { rank: 5, samplePanels: [{ id: 'region', Panel: RegionPanel }] }
