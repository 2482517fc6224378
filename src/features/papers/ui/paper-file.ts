import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import type { FeatureMethods } from '../../../ui/report/feature-methods.ts'
import type { PaperTable } from '../../../ui/report/paper-table.ts'
import type { SavedFile } from '../../../ui/results/saved-file.ts'

type Added = readonly ((facts: ReportFacts) => readonly PaperTable[])[]

/** The tables of paper.zip as one workbook. @param added tables that other features add */
export const tablesFile = (added: Added): SavedFile => ({
  name: 'tables.xlsx',
  purpose: 'To read',
  what: 'The tables of paper.zip, a sheet each.',
  reader: 'Excel, LibreOffice and other spreadsheets. Contains no questions and no images.',
  write: async (controller, { run, levels, views }, waiting) => {
    const facts = await controller.reportFacts(run, levels, views, waiting)
    const { tablesWorkbook } = await import('./tables-workbook.ts')
    return tablesWorkbook(
      facts,
      added.flatMap(makeTables => makeTables(facts)),
    )
  },
  isWrittenAhead: false,
})

/**
 * “Files for a paper” in the tab Export.
 * @param added tables that other features add to its own
 * @param methods how their figures are made
 */
export const paperFile = (added: Added, methods: readonly FeatureMethods[]): SavedFile => ({
  name: 'paper.zip',
  purpose: 'To read',
  what: 'Files for a paper: reporting annex, methods, tables, figures and references.',
  reader: 'HTML, text, LaTeX, CSV, BibTeX, SVG, PNG and PDF. Contains no questions and no images.',
  write: async (controller, { run, levels, views }, waiting) => {
    const drawn = await controller.drawnReport(run, levels, views, waiting)
    const { paperZip } = await import('./paper-zip.ts')
    const tables = added.flatMap(makeTables => makeTables(drawn.facts))
    return paperZip(drawn, { tables, methods }, waiting)
  },
  // Drawing its figures takes seconds.
  isWrittenAhead: false,
})
