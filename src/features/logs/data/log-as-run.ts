import { serializeRun } from '../../../data/export/run-file.ts'
import type { NamedBlob } from '../../../data/formats/import-kind.ts'
import type { PortionedDataset } from '../../../data/formats/portioned-dataset.ts'
import type { Environment } from '../../../engine/protocol/run.ts'
import { readLog } from './read-log.ts'
import { runOfLog } from './run-of-log.ts'

/** The run.json of a log. @throws VoxelwiseError as `readLog` and `runOfLog` */
export async function logAsRun(
  files: readonly NamedBlob[],
  dataset: PortionedDataset,
  environment: Environment,
): Promise<File> {
  const { log, file } = await readLog(files)
  return new File([...serializeRun(await runOfLog(log, file, dataset, environment))], file)
}
