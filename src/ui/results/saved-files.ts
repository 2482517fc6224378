/** What the tab Export offers: the report, a run's exported files, and those of features. */
import type { Controller } from '../../app/controller/commands.ts'
import { exportedFiles } from '../../data/export/exported-files.ts'
import { featureFiles } from '../seams.ts'
import type { FileSubject, SavedFile } from './saved-file.ts'

const pageFiles: readonly SavedFile[] = [
  {
    name: 'report.html',
    purpose: 'To read',
    what: 'One page of results, then all figures and charts, settings, methods and references.',
    reader: 'Opens in any browser, offline. Contains no scripts, images or questions.',
    write: (controller, { run, levels, views }, waiting) => controller.report(run, levels, views, waiting),
    isWrittenAhead: true,
  },
]

export const savedFiles: readonly SavedFile[] = [
  ...pageFiles,
  ...featureFiles,
  ...exportedFiles.map(({ name, purpose, what, reader }) => ({
    ...{ name, purpose, what, reader },
    write: (controller: Controller, { run, levels }: FileSubject) => controller.exportFile(run, name, levels),
    isWrittenAhead: true,
  })),
]
