import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { besideAccuracy } from './beside-accuracy.tsx'
import { marginsTab } from './comparison-tab.tsx'
import { diagnosedRunsView } from './diagnosed-runs-view.tsx'
import { findingTables } from './paper-tables.ts'
import { perFindingPart } from './per-finding-tab.ts'
import { perFinding } from './per-finding-view.tsx'
import { PlanForm } from './plan-form.tsx'
import { planReached } from './plan-reached.tsx'
import { repeatsPart, repeatsView } from './repeats.tsx'
import { keptMargins } from './stated-margins.tsx'

export const diagnosticsUi: UiFeature = {
  rank: 2,
  parts: [perFindingPart, repeatsPart],
  setUps: [{ id: 'plan', Body: PlanForm }],
  views: [planReached, perFinding, repeatsView].map(view => ({ view, before: null })),
  sections: [besideAccuracy],
  compareTabs: [marginsTab],
  comparedViews: [diagnosedRunsView],
  kept: keptMargins,
  paperTables: [findingTables],
}
