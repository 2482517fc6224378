/** What the tab Export offers: the report, the files for a paper, and a run's exported files. */
import type { Controller } from '../../app/controller/commands.ts'
import { exportedFiles } from '../../data/export/exported-files.ts'
import { featureFiles } from '../features.ts'
import type { FileSubject, SavedFile } from './saved-file.ts'

const pageFiles: readonly SavedFile[] = [
  {
    name: 'report.html',
    purpose: 'To read',
    what: 'One page of results, then all figures and charts, settings, methods and references.',
    reader: 'Opens in any browser, offline. Contains no scripts, images or questions.',
    write: (controller, { run, levels, views }) => controller.report(run, levels, views),
    isWrittenAhead: true,
  },
  {
    name: 'paper.zip',
    purpose: 'To read',
    what: 'Files for a paper: reporting annex, methods, tables, figures and references.',
    reader: 'HTML, text, LaTeX, CSV, BibTeX, SVG, PNG and PDF. Contains no questions and no images.',
    write: (controller, { run, levels, views }) => controller.paper(run, levels, views),
    // Drawing its figures takes seconds.
    isWrittenAhead: false,
  },
]

export const savedFiles: readonly SavedFile[] = [
  ...pageFiles,
  ...exportedFiles.map(({ name, purpose, what, reader }) => ({
    ...{ name, purpose, what, reader },
    write: (controller: Controller, { run, levels }: FileSubject) => controller.exportFile(run, name, levels),
    isWrittenAhead: true,
  })),
  ...featureFiles,
]
