import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import type { PaperTable } from '../../../ui/report/paper-table.ts'
import type { SavedFile } from '../../../ui/results/saved-file.ts'

/** “Files for a paper” in the tab Export. @param added tables that other features add to its own */
export const paperFile = (added: readonly ((facts: ReportFacts) => readonly PaperTable[])[]): SavedFile => ({
  name: 'paper.zip',
  purpose: 'To read',
  what: 'Files for a paper: reporting annex, methods, tables, figures and references.',
  reader: 'HTML, text, LaTeX, CSV, BibTeX, SVG, PNG and PDF. Contains no questions and no images.',
  write: async (controller, { run, levels, views }) => {
    const drawn = await controller.drawnReport(run, levels, views)
    const { paperZip } = await import('./paper-zip.ts')
    return paperZip(
      drawn,
      added.flatMap(tablesOf => tablesOf(drawn.facts)),
    )
  },
  // Drawing its figures takes seconds.
  isWrittenAhead: false,
})
