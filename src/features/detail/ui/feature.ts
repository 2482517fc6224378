import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { detailPart, detailView } from './detail-view.tsx'

export const detailUi: UiFeature = {
  rank: 3,
  parts: [detailPart],
  views: [{ view: detailView, before: null }],
}
