/** For the fuzzer: logs of other tools. */
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { nodeSource } from '../../../src/data/sources/node.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { LoadedDataset } from '../../../src/engine/protocol/sample.ts'
import { optionTexts } from '../../../src/features/logs/data/logged-letters.ts'
import { matched } from '../../../src/features/logs/data/match.ts'
import { readLog } from '../../../src/features/logs/data/read-log.ts'
import type { Bytes } from '../../fuzz/bytes.ts'
import type { Input, Parser } from '../../fuzz/parser.ts'
import { anyInspectArchive, anyInspectLog, anyLmmsLog, anyLoggedTable } from './fuzz/logs.ts'

/** Reads a log and looks for its questions in a data set. */
async function openLog(name: string, input: Input): Promise<void> {
  const { log } = await readLog([{ name, blob: new Blob([input as string | Bytes]) }])
  demo ??= await loadDataset(nodeSource('public/datasets/phantom-cube'), {})
  const { samples } = demo
  await matched(
    (async function* () {
      yield samples
    })(),
    log.answers,
    ({ fields }) => optionTexts(medrcube, fields),
  )
}
let demo: LoadedDataset | null = null

export const parsers: Readonly<Record<string, Parser>> = {
  'log.jsonl': { make: anyLmmsLog, parse: input => openLog('x_samples_task.jsonl', input) },
  'log.json': { make: anyInspectLog, parse: input => openLog('x.json', input) },
  'log.eval': { make: anyInspectArchive, parse: input => openLog('x.eval', input) },
  'log.tsv': { make: anyLoggedTable, parse: input => openLog('x.tsv', input) },
}
