/** What features show of one sample: one line each. */
import { OcclusionPanel } from '../features/occlusion/ui/occlusion-panel.tsx'
import type { SamplePanel } from './results/feature-section.ts'

export const samplePanels: readonly SamplePanel[] = [{ id: 'occlusion', Panel: OcclusionPanel }]
