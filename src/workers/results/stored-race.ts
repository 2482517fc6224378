import type { Store } from '../../data/store/store.ts'
import type { Verdicts } from '../../engine/analysis/race/paired-sequence.ts'
import { type RaceReport, raceReport } from '../../engine/analysis/race/race-report.ts'
import { overall } from '../../engine/analysis/report.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { RowBuilder } from '../../engine/analysis/rows.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { SamplingFrame } from '../../engine/protocol/frame.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'

/** The state of a race, from the records of its runs. @throws VoxelwiseError storage if it has none here */
export async function storedRace(store: Store, id: string): Promise<RaceReport> {
  const runs = (await store.runs())
    .map(({ run }) => run)
    .filter(({ race, probe }) => race?.id === id && !probe)
  const frame = await frameOf(store, runs)
  const answers = new Map<Run, Answers>()
  for (const run of runs) answers.set(run, await answersOf(store, run))
  const report =
    frame &&
    raceReport(
      runs,
      frame,
      run => answers.get(run)?.verdicts ?? [],
      run => overall(answers.get(run)?.rows ?? []),
    )
  if (report) return report
  throw new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'There is no such race in this browser.',
    remedy: 'Its runs were deleted; import their run.json files, or look at another race.',
  })
}

/** All have the same sampling frame: one run that stored it is enough. */
async function frameOf(store: Store, runs: readonly Run[]): Promise<SamplingFrame | null> {
  for (const { id } of runs) {
    const frame = (await store.load(id))?.frame
    if (frame) return frame
  }
  return null
}

interface Answers {
  readonly verdicts: Verdicts
  readonly rows: readonly ResultRow[]
}

async function answersOf(store: Store, run: Run): Promise<Answers> {
  const verdicts: Verdicts[number][] = new Array(run.dataset.counts.loaded).fill(null)
  const builder = new RowBuilder([], protocolOf(run.settings.protocol))
  for await (const records of store.records(run.id)) builder.add(records)
  for (const { index, verdict } of builder.rows) verdicts[index] = verdict
  return { verdicts, rows: builder.rows }
}
