import type { ImportKind, NamedBlob } from '../../../data/formats/import-kind.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'

/** Bytes at a file's beginning that tell a log of Inspect. */
const headBytes = 64_000

/** Whether a file is a log of another tool, by its name and its first bytes. lmms-eval's results are part of one. */
async function isToolLog({ name, blob }: NamedBlob): Promise<boolean> {
  if (/\.(eval|tsv|xlsx)$/i.test(name) || (/_samples_/i.test(name) && /\.jsonl$/i.test(name))) return true
  if (/_results\.json$/i.test(name)) return true
  if (!/\.json$/i.test(name)) return false
  const head = await blob.slice(0, headBytes).text()
  return /^\s*\{/.test(head) && !/"voxelwise-run"/.test(head) && /"eval"\s*:\s*\{/.test(head)
}

/** The logs in a zip; other files as they are. */
async function unzipped(files: readonly NamedBlob[]): Promise<readonly NamedBlob[]> {
  const [zip] = files
  if (files.length !== 1 || !zip || !/\.zip$/i.test(zip.name)) return files
  const { zippedLogs } = await import('./zipped-logs.ts')
  return zippedLogs(zip, isToolLog)
}

/** A log of another tool, on the chosen data set. */
export const toolLogs: ImportKind = {
  rank: 1,
  needsDataset: true,
  async recognises(files) {
    const areLogs = await Promise.all((await unzipped(files)).map(isToolLog))
    return areLogs.length > 0 && areLogs.every(Boolean)
  },
  async runFile(files, { dataset, environment }) {
    const { logAsRun } = await import('./log-as-run.ts')
    if (!dataset) throw withoutDataset(files[0]?.name ?? '')
    return logAsRun(await unzipped(files), dataset, environment)
  },
  commandLines: ({ model: { elsewhere } }, dataset) =>
    elsewhere ? ['npm run -s convert --', `--log ${elsewhere.file}`, dataset, '--out OUT'] : null,
}

const withoutDataset = (file: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: file,
    message: 'A log has answers but no questions, and no data set is chosen.',
    remedy: 'Choose the data set of the log on the first page. Then open the log again.',
  })
