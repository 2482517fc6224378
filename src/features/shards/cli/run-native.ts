/** Runs one shard in this process, without a browser. */

import type { Io } from '../../../cli/base/command.ts'
import { Interrupt } from '../../../cli/base/interrupt.ts'
import type { EvaluateOptions } from '../../../cli/evaluate/options.ts'
import { accuracy, progressLine } from '../../../cli/evaluate/progress.ts'
import type { SessionJournal } from '../../../cli/native/attempt.ts'
import { stopNatively } from '../../../cli/native/evaluate.ts'
import type { NativeFolders } from '../../../cli/native/folders.ts'
import { openNamed, runOn } from '../../../cli/native/open.ts'
import { NativeSession } from '../../../cli/native/session.ts'
import { recordText } from '../../../data/export/record-lines.ts'
import { expectSameImages, type SeenImages, seeImages } from '../../../data/images/image-identity.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { makeFrame } from '../../../engine/protocol/frame.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { readRecord } from '../data/shard-file.ts'
import { shardExit } from './exit-codes.ts'
import { frozenFingerprint } from './freeze.ts'
import { commonFacts, makeShard, type ShardToMake } from './make-shard.ts'
import type { ShardRecords } from './shard-records.ts'

interface NativeTask extends ShardToMake {
  readonly options: EvaluateOptions
}

/** As `makeShard`. */
export async function runShardNatively(task: NativeTask): Promise<number> {
  const { options, shard, io } = task
  const opened = await openNamed(options, io.stderr)
  const { folders } = opened
  const whole = await runOn(options, opened, await frozenFingerprint(options.out))
  const common = commonFacts(folders.dataset, whole.model, whole.settings)
  return makeShard(task, { ...folders, common }, records =>
    ask(
      folders,
      { ...whole, total: records.asked.size, settings: { ...whole.settings, shard } },
      records,
      io,
    ),
  )
}

async function ask(folders: NativeFolders, run: Run, records: ShardRecords, io: Io): Promise<void> {
  const seen: SeenImages = new Map()
  const earlier = records.earlier.map(({ text }) => readRecord(text))
  seeImages(seen, earlier)
  await expectSameImages(seen, folders.source)
  const session = new NativeSession(folders, openJournal(folders, run, records))
  const interrupt = new Interrupt(io.signals, shardExit.interrupted)
  interrupt.onFirst = () => stopNatively(session, io.stderr)
  const line = progressLine(io.stderr)
  try {
    const live = await session.ask(run, line)
    if (live.error) throw new VoxelwiseError(live.error)
    io.stderr(accuracy({ ...live, whole: null }))
  } finally {
    interrupt.release()
    await session.close()
  }
}

/** Only the shard's file is stored. */
function openJournal({ loaded }: NativeFolders, run: Run, records: ShardRecords): SessionJournal {
  let now = run
  return {
    append: entries => {
      for (const entry of entries) {
        if ('run' in entry) now = entry.run
        if ('record' in entry) records.add(now, [recordText(entry.record)])
      }
    },
    run: async () => now,
    done: () => [...records.done],
    load: async () => ({ ...loaded, frame: makeFrame(loaded.samples) }),
    async *records() {
      yield records.all.map(({ text }) => readRecord(text))
    },
  }
}
