import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { EverywherePanel } from './marks/everywhere-panel.tsx'
import { marksPart } from './marks/marks-tab.tsx'
import { marksView } from './marks/marks-view.tsx'
import { useShownTags } from './marks/use-shown-tags.ts'
import { readersTab } from './readers-tab.tsx'
import { readersView } from './readers-view.tsx'
import { statedPart } from './stated-tab.tsx'

export const readersUi: UiFeature = {
  rank: 4,
  parts: [marksPart, statedPart],
  views: [{ view: marksView, before: null }],
  compareTabs: [readersTab],
  comparedViews: [readersView],
  samplePanels: [{ id: 'everywhere', Panel: EverywherePanel }],
  useShownTags,
}
