import { exportRun } from '../../data/export/export-run.ts'
import type { ExportName } from '../../data/export/exported-files.ts'
import type { StoredRuns } from '../../data/export/stored-runs.ts'
import { textBlob } from '../../data/export/text-file.ts'
import { writeBackup } from '../../data/store/backup.ts'
import { privateFile } from '../../data/store/export-file.ts'
import { copyRuns } from '../../data/store/folder-copy.ts'
import type { Store } from '../../data/store/store.ts'
import { manyRecords } from '../../engine/analysis/derived-rows.ts'
import type { ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import type { ResultsWorker } from '../contracts/stored.ts'
import type { OpenRuns } from './run-rows.ts'

/** Exports a stored run. A large one would hardly fit into memory: it becomes a private file. @param from has the records */
export async function exportStored(
  store: Store,
  id: string,
  name: ExportName,
  levels: ShortcutOptions,
  from: StoredRuns = store,
  known?: Parameters<typeof exportRun>[5],
): Promise<Blob> {
  const sink = (await store.tallied(id)) >= manyRecords ? privateFile : textBlob
  return exportRun(from, id, name, levels, sink, known)
}

export const exportMethods = (
  opening: Promise<Store>,
  runs: OpenRuns,
): Pick<ResultsWorker, 'exportFile' | 'figureFile' | 'backup' | 'copyTo'> => ({
  exportFile: async (id, name, levels) => exportStored(await opening, id, name, levels),
  async figureFile(id, name, levels) {
    const store = await opening
    const { rows, overview, rowsSufficeForReport, forecasts } = await runs.one(id)
    if (!rowsSufficeForReport) return null
    return exportStored(store, id, name, levels, store, {
      ...{ rows, readings: overview.readings, forecasts },
    })
  },
  async backup() {
    const store = await opening
    const stored = (await store.runs()).map(({ run }) => run)
    const mainRuns = stored.filter(({ parent }) => !stored.some(({ id }) => id === parent))
    return writeBackup(
      mainRuns.map(({ id }) => id),
      id => exportStored(store, id, 'run.json', {}),
    )
  },
  copyTo: async folder => copyRuns(await opening, folder),
})
