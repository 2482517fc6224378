import type { Store } from '../../data/store/store.ts'
import type { JudgePass } from '../../engine/analysis/judged-answers.ts'
import { type Pass, type PassAnswer, passAnswer } from '../../engine/probes/report.ts'
import { probeKey } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'

/** All records of a run, in the data set's order. */
export async function recordsOf(store: Store, run: string): Promise<readonly RunRecord[]> {
  const all: RunRecord[] = []
  for await (const chunk of store.records(run)) all.push(...chunk)
  return all
}

/** What judges replied on the answers of a run, oldest first. */
export async function judgePassesOf(store: Store, id: string): Promise<readonly JudgePass[]> {
  const runs = (await store.runs()).map(({ run }) => run)
  const passes: JudgePass[] = []
  for (const run of runs.filter(({ parent, judging }) => parent === id && judging))
    passes.push({ run, records: await recordsOf(store, run.id) })
  return passes.sort((a, b) => (a.run.created < b.run.created ? -1 : 1))
}

/** The passes of a run; of two with the same probe the one that came further. */
export async function passesOf(store: Store, id: string): Promise<readonly Pass[]> {
  const passes = new Map<string, Pass>()
  for (const { run } of await store.runs()) {
    if (run.parent !== id || !run.probe) continue
    const answers: PassAnswer[] = []
    for await (const chunk of store.records(run.id)) answers.push(...chunk.map(passAnswer))
    const key = probeKey(run.probe)
    if (answers.length > (passes.get(key)?.answers.length ?? 0))
      passes.set(key, { run: run.id, probe: run.probe, answers })
  }
  return [...passes.values()]
}
