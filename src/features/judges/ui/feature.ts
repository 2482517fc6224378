import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { judgesTab } from './judges-tab.tsx'
import { judges as judgesView } from './judges-view.tsx'

export const judgesUi: UiFeature = {
  parts: [judgesTab],
  views: [{ view: judgesView, before: 'credibility' }],
}
