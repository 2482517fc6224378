/** What further passes over a run show: probes, and ratings by judges or people. */
import { findImageFindings } from '../../../data/export/image-findings.ts'
import {
  collectRecords,
  readJudgePasses,
  readProbePasses,
  readWithheldReplies,
} from '../../../data/export/stored-runs.ts'
import { judgedAnswers } from '../../../engine/analysis/judged-answers.ts'
import { linkedRows } from '../../../engine/analysis/rows.ts'
import { type PassCost, passCosts } from '../../../engine/probes/cost.ts'
import { outdated, withDrawn } from '../../../engine/probes/drawn-passes.ts'
import { probeKey } from '../../../engine/probes/kind-of.ts'
import { maxOptions, probesFor } from '../../../engine/probes/passes.ts'
import { type Judgings, type ProbeOverview, probeReport } from '../../../engine/probes/report.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { ShortcutOptions } from '../../../engine/protocol/shortcut.ts'
import { defineFact } from './fact.ts'

const nothing: PassCost = { samples: 0, seconds: null }

/** What the passes of a run show, and what each available one costs. */
export const probesFact = defineFact({
  needs: 'records',
  async of(
    { run, store },
    { levels }: { readonly run: string; readonly levels: ShortcutOptions },
    { signal },
  ): Promise<ProbeOverview> {
    const records = await collectRecords(store, run.id)
    signal.throwIfAborted()
    const protocol = findProtocol(run.settings.protocol)
    const samples = records.map(({ sample }) => sample)
    const available = probesFor(maxOptions(protocol, samples))
    const drawn = await store.folders.regions(run.dataset.fingerprint)
    const costs = passCosts(
      run,
      records,
      available.map(probe => withDrawn(probe, drawn)),
    )
    const passes = await readProbePasses(store, run.id)
    signal.throwIfAborted()
    return {
      ...findImageFindings(records, passes, protocol, linkedRows(protocol), drawn),
      ...probeReport(records, passes, protocol, linkedRows(protocol), levels),
      outdated: outdated(
        passes.map(({ probe }) => probe),
        drawn,
      ),
      costs: Object.fromEntries(available.map((probe, i) => [probeKey(probe), costs[i] ?? nothing])),
    }
  },
})

/** How judges and people rated the free-text answers of a run. */
export const judgingsFact = defineFact({
  needs: 'records',
  async of({ run, store }, _: { readonly run: string }): Promise<Judgings> {
    const withheld = await readWithheldReplies(store, run.id)
    const records = await collectRecords(store, run.id)
    return { ...judgedAnswers(run, records, await readJudgePasses(store, run.id)), withheld }
  },
})
