import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { islandsComparison } from './islands-view.tsx'

export const islandsUi: UiFeature = { rank: 2, comparisons: [islandsComparison] }
