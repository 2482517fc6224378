import { ratingSheet, readRatingSheet } from '../../data/export/rating-sheet.ts'
import { judgePassesOf, probePassesOf, recordsOf, withheldRepliesOf } from '../../data/export/stored-runs.ts'
import { checkJsonSize, MAX_EXPORTED_FILE } from '../../data/sources/file-limits.ts'
import type { Store } from '../../data/store/store.ts'
import { judgedAnswers } from '../../engine/analysis/judged-answers.ts'
import { overall } from '../../engine/analysis/report.ts'
import { linkedRows } from '../../engine/analysis/rows.ts'
import { auditPlans } from '../../engine/probes/audit/plan.ts'
import { type PassCost, passCosts } from '../../engine/probes/cost.ts'
import { outdated, withDrawn } from '../../engine/probes/drawn-passes.ts'
import { probeKey } from '../../engine/probes/kind-of.ts'
import { madePasses } from '../../engine/probes/open-pass.ts'
import { maxOptions, probesOf } from '../../engine/probes/passes.ts'
import { probeReport } from '../../engine/probes/report.ts'
import { ratedItemsOf } from '../../engine/protocol/protocols/judged-samples.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import { rubricNamed } from '../../engine/protocol/rubrics/rubric.ts'
import type { ResultsWorker } from '../contracts/stored.ts'

const nothing: PassCost = { samples: 0, seconds: null }

/** What further passes over a run show: probes, and ratings by judges or people. */
export const passesOf = (
  opening: Promise<Store>,
): Pick<ResultsWorker, 'probes' | 'judgings' | 'ratingSheet' | 'readRatingSheet'> => ({
  async probes(id, levels) {
    const store = await opening
    const [run, records] = await Promise.all([store.run(id), recordsOf(store, id)])
    const protocol = protocolOf(run.settings.protocol)
    const samples = records.map(({ sample }) => sample)
    const probes = probesOf(maxOptions(protocol, samples))
    const drawn = await store.folders.regions(run.dataset.fingerprint)
    const costs = passCosts(
      run,
      records,
      probes.map(probe => withDrawn(probe, drawn)),
    )
    const passes = await probePassesOf(store, id)
    const rows = records.map(linkedRows(protocol))
    const stored = (await store.runs()).map(one => one.run)
    return {
      ...probeReport(records, passes, protocol, linkedRows(protocol), levels, drawn),
      plans: auditPlans(run, records, madePasses(stored, id), overall(rows).basis?.designEffect ?? 1, drawn),
      outdated: outdated(
        passes.map(({ probe }) => probe),
        drawn,
      ),
      costs: Object.fromEntries(probes.map((probe, i) => [probeKey(probe), costs[i] ?? nothing])),
    }
  },
  async judgings(id) {
    const store = await opening
    const withheld = await withheldRepliesOf(store, id)
    const records = await recordsOf(store, id)
    return { ...judgedAnswers(await store.run(id), records, await judgePassesOf(store, id)), withheld }
  },
  async ratingSheet(id, rubric) {
    const store = await opening
    const items = ratedItemsOf(await recordsOf(store, id), await store.run(id))
    return new Blob([ratingSheet(rubricNamed(rubric), items)], { type: 'text/csv' })
  },
  async readRatingSheet(id, file) {
    checkJsonSize(file.name, file.size, MAX_EXPORTED_FILE)
    const rubric = rubricNamed(id)
    const ratings = await readRatingSheet(rubric, await file.text(), file.name)
    const { version } = rubric
    return { rubric: { id, version }, file: file.name, ratings: Object.fromEntries(ratings) }
  },
})
