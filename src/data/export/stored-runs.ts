import type { JudgePass } from '../../engine/analysis/judged-answers.ts'
import { byCodeUnit } from '../../engine/base/grouping.ts'
import { isA, probeKey } from '../../engine/probes/kind-of.ts'
import { noOptions } from '../../engine/probes/kinds/no-options.ts'
import { type Pass, type PassAnswer, passAnswer } from '../../engine/probes/pass.ts'
import {
  type OptionReadings,
  optionsRead,
  type WithheldReplies,
  withheldCounts,
} from '../../engine/probes/withheld-options.ts'
import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import { matchedSamples } from '../../engine/protocol/protocols/judged-samples.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'

/** Runs in any storage: the page's store, and the journal of the command line. */
export interface StoredRuns {
  run(id: string): Promise<Run>
  runs(): Promise<readonly { readonly run: Run }[]>
  /** Skipped samples and oddities of the data set, and the sampling frame; undefined if not stored. */
  load(id: string): Promise<RunLoad | undefined>
  countRecords(id: string): Promise<number>
  /** Drawn on the images of a data set. @param fingerprint of the data set */
  regions(fingerprint: string): Promise<readonly DrawnRegion[]>
  /** In the data set's order, a chunk at a time. */
  records(id: string): AsyncIterable<readonly RunRecord[]>
}

/** What judges replied on the answers of a run, oldest first. */
export async function readJudgePasses(store: StoredRuns, id: string): Promise<readonly JudgePass[]> {
  const runs = (await store.runs()).map(({ run }) => run)
  const passes: JudgePass[] = []
  for (const run of runs.filter(({ parent, judging }) => parent === id && judging))
    passes.push({ run, records: await collectRecords(store, run.id) })
  return passes.sort((a, b) => (a.run.created < b.run.created ? -1 : 1))
}

/** The pass of a run without options. Of two, the one with more answers. */
export async function passWithoutOptions(store: StoredRuns, id: string): Promise<Run | undefined> {
  const passes = (await store.runs()).flatMap(({ run }) =>
    run.parent === id && isA(noOptions, run.probe) ? [run] : [],
  )
  const counts = await Promise.all(passes.map(({ id: pass }) => store.countRecords(pass)))
  return passes[counts.indexOf(Math.max(...counts))]
}

/** What the newest judge says of replies without options that no rule could read; null without a judge. */
async function readOptionReadings(store: StoredRuns, id: string): Promise<OptionReadings | null> {
  const runs = (await store.runs()).map(({ run }) => run)
  const judges = runs.filter(({ parent, judging }) => parent === id && judging?.of === noOptions.kind)
  const [newest] = judges.sort((a, b) => byCodeUnit(b.created, a.created))
  if (!newest) return null
  const records = await collectRecords(store, newest.id)
  return { judge: newest.model.name, run: newest.id, options: optionsRead(records) }
}

/** How the replies of a run without options were read; null where none were asked. */
export async function readWithheldReplies(store: StoredRuns, id: string): Promise<WithheldReplies | null> {
  const pass = await passWithoutOptions(store, id)
  if (!pass) return null
  const records = await collectRecords(store, pass.id)
  const readings = await readOptionReadings(store, id)
  const replies = records.flatMap(record =>
    record.status === 'answered' ? [passAnswer(record, { kind: noOptions.kind }, readings)] : [],
  )
  return {
    ...withheldCounts(replies),
    judge: readings?.judge ?? null,
    open: matchedSamples(records, await store.run(id)).length,
  }
}

/** The passes with a probe of a run. Of two with the same probe, the one with more answers. */
export async function readProbePasses(store: StoredRuns, id: string): Promise<readonly Pass[]> {
  const passes = new Map<string, Pass>()
  for (const { run } of await store.runs()) {
    if (run.parent !== id || !run.probe) continue
    const { id: pass, probe } = run
    const readings = isA(noOptions, probe) ? await readOptionReadings(store, id) : null
    const answers: PassAnswer[] = []
    for await (const chunk of store.records(pass))
      answers.push(...chunk.map(record => passAnswer(record, probe, readings)))
    const key = probeKey(probe)
    if (answers.length > (passes.get(key)?.answers.length ?? 0))
      passes.set(key, { run: pass, probe, answers, ...(readings && { readBy: readings.judge }) })
  }
  return [...passes.values()]
}

export async function collectRecords(
  store: Pick<StoredRuns, 'records'>,
  run: string,
): Promise<readonly RunRecord[]> {
  const all: RunRecord[] = []
  for await (const chunk of store.records(run)) all.push(...chunk)
  return all
}
