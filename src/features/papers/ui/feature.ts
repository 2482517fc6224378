import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { claimsComparison, relationComparison } from './compared-views.tsx'
import { paperFile, tablesFile } from './paper-file.ts'
import { papers as papersView } from './papers.tsx'
import { papersTab } from './papers-tab.tsx'

export const papersUi: UiFeature = {
  rank: 1,
  parts: [papersTab],
  views: [{ view: papersView, before: null }],
  comparisons: [claimsComparison, relationComparison],
  files: ({ tables, methods }) => [paperFile(tables, methods), tablesFile(tables)],
}
