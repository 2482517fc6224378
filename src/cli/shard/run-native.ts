/** Works on one shard of a run in this process, without a browser. */
import { recordText } from '../../data/export/record-lines.ts'
import { expectSameImages, type SeenImages, seeImages } from '../../data/images/image-identity.ts'
import { readRecord } from '../../data/shards/shard-file.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { frameOf } from '../../engine/protocol/frame.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { EvaluateOptions } from '../evaluate/options.ts'
import { accuracy, progressLine } from '../evaluate/progress.ts'
import type { NativeFolders } from '../native/folders.ts'
import { openNamed, runOn } from '../native/open.ts'
import {
  askRun,
  type NativeSession,
  type SessionJournal,
  stopAtInterrupt,
  unload,
} from '../native/session.ts'
import { shardExit } from './exit-codes.ts'
import { commonOf, makeShard, type ShardToMake } from './make-shard.ts'
import type { ShardRecords } from './shard-records.ts'

export interface NativeTask extends ShardToMake {
  readonly options: EvaluateOptions
}

/** As `makeShard`. */
export async function runShardNatively(task: NativeTask): Promise<void> {
  const { options, shard } = task
  const opened = await openNamed(options)
  const { folders } = opened
  const whole = await runOn(options, opened)
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
  const interrupt = stopAtInterrupt(session, shardExit.interrupted)
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
