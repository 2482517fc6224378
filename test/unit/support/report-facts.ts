/** What the report of a run is made of. */
import type { ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { findImageFindings } from '../../../src/data/export/image-findings.ts'
import { credibility } from '../../../src/engine/analysis/chains.ts'
import { runOverview } from '../../../src/engine/analysis/run-overview.ts'
import { probeKey } from '../../../src/engine/probes/kind-of.ts'
import { probeReport } from '../../../src/engine/probes/report.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { answered, failed, medrcubeRow, nothingDerived, someRun } from './records.ts'
import { hostile } from './reports.ts'

/** The fields of a question whose texts are hostile. */
export function reportedFields(task: string, modality = 'CT') {
  return {
    id: `${task} ${modality}`,
    task,
    modality,
    parts: 'Chest',
    dataset: 'd',
    question: hostile,
    option_A: hostile,
    option_B: 'b',
    gt_answer: 'b',
  }
}

/** The facts of a run of five questions. */
export function reportFacts(change: Partial<ReportFacts> = {}, task = 'Disease Diagnosis'): ReportFacts {
  const onImage = (record: ReturnType<typeof answered>, image: string) => ({
    ...record,
    sample: { ...record.sample, image, fields: { ...record.sample.fields, image_path: image } },
  })
  const records = [
    onImage(answered(0, reportedFields(task), { correct: true }), 'a.png'),
    onImage(answered(1, reportedFields('Organ Recognition'), { correct: false }), 'a.png'),
    onImage(answered(2, reportedFields(task, 'MRI'), { correct: true }), 'b.png'),
    onImage(answered(3, reportedFields('Organ Recognition', 'MRI'), { correct: true }), 'b.png'),
  ]
  const failure = failed(4, reportedFields(task))
  const rows = change.rows ?? [...records, failure].map(medrcubeRow)
  const counts = { ...someRun.dataset.counts, total: 5, loaded: 5 }
  const run = change.run ?? { ...someRun, total: 5, dataset: { ...someRun.dataset, counts } }
  return {
    run,
    rows,
    added: new Map(),
    subgroups: [],
    overview: runOverview(rows, { ...nothingDerived, run }),
    credibility: credibility(rows, {}, {}),
    findings: [],
    levels: { high: null, ignore: null, low: null },
    failures: [failure],
    load: { skipped: [], findings: [], badFiles: [] },
    probes: null,
    judged: null,
    ...change,
  }
}

/** Four answers with the probabilities of their options, on two images. */
export const scoredRecords = [0, 1, 2, 3].map(index => {
  const fields = {
    ...reportedFields(index % 2 === 0 ? 'Disease Diagnosis' : 'Organ Recognition'),
    id: `${index}`,
  }
  const image = `${index >> 1}.png`
  const choices = [
    { letter: 'A', logprob: Math.log(0.3) },
    { letter: 'B', logprob: Math.log(0.7) },
  ] as const
  const score = {
    text: 'B',
    tokens: { prompt: 9, image: 4, reused: 0, generated: 0 },
    stop: 'choices',
    choices,
    timings: { encode: 1, prefix: 1, prefill: 1, decode: 1 },
  } as const
  const record = answered(index, fields, { rightAnswer: 'B', parsed: 'B', correct: index !== 1, score })
  return { ...record, sample: { ...record.sample, image } }
})

/** What probes made of them: one right, three wrong. */
export function reportedPasses(probes: readonly Probe[]) {
  const answers = [0, 1, 2, 3].map(index => ({
    index,
    parsed: 'A',
    verdict: index === 0 ? ('correct' as const) : ('wrong' as const),
    shownImage: 'other.png',
  }))
  const passes = probes.map(probe => ({ run: probeKey(probe), probe, answers }))
  return {
    ...probeReport(scoredRecords, passes, medrcube, medrcubeRow, {}),
    ...findImageFindings(scoredRecords, passes, medrcube, medrcubeRow, []),
  }
}
