import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import type { FeatureMethods } from '../../../ui/report/feature-methods.ts'
import type { PaperTable } from '../../../ui/report/paper-table.ts'
import type { SavedFile } from '../../../ui/results/saved-file.ts'

/**
 * “Files for a paper” in the tab Export.
 * @param added tables that other features add to its own
 * @param methods how their figures are made
 */
export const paperFile = (
  added: readonly ((facts: ReportFacts) => readonly PaperTable[])[],
  methods: readonly FeatureMethods[],
): SavedFile => ({
  name: 'paper.zip',
  purpose: 'To read',
  what: 'Files for a paper: reporting annex, methods, tables, figures and references.',
  reader: 'HTML, text, LaTeX, CSV, BibTeX, SVG, PNG and PDF. Contains no questions and no images.',
  write: async (controller, { run, levels, views }) => {
    const drawn = await controller.drawnReport(run, levels, views)
    const { paperZip } = await import('./paper-zip.ts')
    const tables = added.flatMap(tablesOf => tablesOf(drawn.facts))
    return paperZip(drawn, { tables, methods })
  },
  // Drawing its figures takes seconds.
  isWrittenAhead: false,
})
