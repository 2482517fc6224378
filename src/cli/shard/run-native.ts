/** Works on one shard of a run in this process, without a browser. */
import { recordText } from '../../data/export/record-lines.ts'
import { expectSameImages, type SeenImages, seeImages } from '../../data/images/image-identity.ts'
import { readRecord } from '../../data/shards/shard-file.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { frameOf } from '../../engine/protocol/frame.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { type EvaluateOptions, modelFolder } from '../evaluate/options.ts'
import { accuracy, progressLine } from '../evaluate/progress.ts'
import { Interrupt } from '../interrupt.ts'
import { mappingFromFile } from '../mapping-file.ts'
import { nativeDevice, runOn, tell } from '../native/evaluate.ts'
import { type NativeFolders, openFolders } from '../native/folders.ts'
import { nodeRuntime } from '../native/runtime.ts'
import { askRun, type NativeSession, type SessionJournal, unload } from '../native/session.ts'
import { shardExit } from './exit-codes.ts'
import { commonOf, makeShard, type ShardToMake } from './make-shard.ts'
import type { ShardRecords } from './shard-records.ts'

export interface NativeTask extends ShardToMake {
  readonly options: EvaluateOptions
}

/** As `makeShard`. */
export async function runShardNatively(task: NativeTask): Promise<void> {
  nodeRuntime()
  const { options, shard } = task
  const device = nativeDevice(options.device ?? 'cpu')
  const reading = {
    ...(options.mapping !== undefined && { mapping: await mappingFromFile(options.mapping) }),
    ...(options.split !== undefined && { split: options.split }),
  }
  const folders = await openFolders(
    { dataset: options.dataset, model: modelFolder(options) },
    reading,
    device,
  )
  tell(folders)
  const whole = await runOn(folders, options, device)
  const common = commonOf(folders.dataset, whole.model, whole.settings)
  await makeShard(task, { ...folders, common }, records =>
    ask(folders, { ...whole, total: records.asked, settings: { ...whole.settings, shard } }, records),
  )
}

async function ask(folders: NativeFolders, run: Run, records: ShardRecords): Promise<void> {
  const seen: SeenImages = new Map()
  seeImages(
    seen,
    records.earlier.map(({ text }) => readRecord(text)),
  )
  await expectSameImages(seen, folders.source)
  const session: NativeSession = {
    folders,
    journal: journalOf(folders, records),
    vlm: null,
    isStopped: false,
  }
  const interrupt = new Interrupt(shardExit.interrupted)
  interrupt.onFirst = () => {
    console.error('Stopping: what was answered is written')
    session.isStopped = true
  }
  const line = progressLine()
  try {
    const { live } = await askRun(session, run, ({ live }) => line(live, 0))
    if (live.error) throw new VoxelwiseError(live.error)
    console.error(accuracy({ ...live, whole: null }))
  } finally {
    interrupt.letGo()
    await unload(session)
  }
}

/** The shard's file is all that is kept. */
function journalOf({ loaded }: NativeFolders, records: ShardRecords): SessionJournal {
  let now: Run | null = null
  return {
    append: entries => {
      for (const entry of entries) {
        if ('run' in entry) now = entry.run
        if ('record' in entry && now) records.add(now, [recordText(entry.record)])
      }
    },
    done: () => records.indices,
    load: async () => ({ ...loaded, frame: frameOf(loaded.samples) }),
    async *records() {
      yield records.all.map(({ text }) => readRecord(text))
    },
  }
}
