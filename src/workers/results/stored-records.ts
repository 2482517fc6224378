import type { Store } from '../../data/store/store.ts'
import { type Pass, type PassAnswer, passAnswer } from '../../engine/probes/report.ts'
import { probeKey } from '../../engine/protocol/probe.ts'

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
