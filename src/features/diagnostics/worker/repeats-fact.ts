import { defineFact } from '../../../workers/results/facts/fact.ts'
import { type RepeatPass, repeatedAccuracies, repeatKinds } from '../engine/repeats.ts'

/** How the accuracy of a run varies over its passes that ask the same again. */
export const repeatsFact = defineFact({
  needs: 'rows',
  async of({ rows }, { run: id }: { readonly run: string }, { store, runs }) {
    const passes: RepeatPass[] = []
    for (const { run } of await store.runs()) {
      const { probe } = run
      if (run.parent !== id || !probe || !repeatKinds.some(kind => kind === probe.kind)) continue
      passes.push({ probe, rows: (await runs.of(run.id)).rows })
    }
    return repeatedAccuracies(rows, passes)
  },
})
