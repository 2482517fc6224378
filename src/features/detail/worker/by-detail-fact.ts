import { ownDetail } from '../../../engine/base/image-detail.ts'
import { isA } from '../../../engine/probes/kind-of.ts'
import { probeName } from '../../../engine/probes/probe-names.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { chosenDetail } from '../../../engine/protocol/settings.ts'
import { defineFact } from '../../../workers/results/facts/fact.ts'
import { byDetail, CostSum, type DetailPass } from '../engine/by-detail.ts'
import { detailProbe } from '../engine/detail-probe.ts'

/** Accuracy, tokens and time of a run by image detail; empty without passes at other details. */
export const byDetailFact = defineFact({
  needs: 'rows',
  async of({ rows }, { run: id }: { readonly run: string }, { store, runs, signal }) {
    const sumCost = async (run: Run): Promise<DetailPass['cost']> => {
      const sum = new CostSum()
      for await (const portion of store.records(run.id)) {
        signal.throwIfAborted()
        for (const record of portion) sum.add(record)
      }
      return sum.mean
    }
    const all = (await store.runs()).map(({ run }) => run)
    const passes = all.filter(({ parent, probe }) => parent === id && isA(detailProbe, probe))
    const original = all.find(run => run.id === id)
    if (!original || passes.length === 0) return []
    const details: DetailPass[] = [{ name: ownName(original), rows, cost: await sumCost(original) }]
    for (const pass of passes) {
      const name = pass.probe ? probeName(pass.probe) : pass.name
      details.push({ name, rows: (await runs.of(pass.id)).rows, cost: await sumCost(pass) })
    }
    return byDetail(details)
  },
})

const ownName = ({ settings }: Run): string =>
  chosenDetail(settings) === ownDetail ? 'The model’s own detail' : 'The run’s detail'
