import { overall, shortcutsOfRows, slices, voxels } from '../../src/engine/analysis/report.ts'
import type { Countable } from '../../src/engine/analysis/shares.ts'
import { type Judged, metricsSummary } from '../../src/engine/protocol/metrics.ts'

const tasks = [
  'Modality Recognition',
  'View Recognition',
  'Organ Recognition',
  'ROI Grounding',
  'Abnormity Diagnosis',
  'Disease Diagnosis',
  'Severity Grading',
]
const modalities = ['CT', 'MRI', 'Ultrasound', 'X-ray', 'PET']
const parts = ['Brain', 'Breast', 'Chest', 'Heart', 'Lung', 'Abdomen', 'Knee', 'Eye']

/** Rows as a run has them: five questions an image, verdicts by a small generator of fixed seed. */
function makeRows(n: number): Countable[] {
  let seed = 1
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  return Array.from({ length: n }, (_, index) => ({
    id: `sample_${index}`,
    task: tasks[index % tasks.length] ?? '',
    modality: modalities[random(modalities.length)] ?? '',
    parts: parts[random(parts.length)] ?? '',
    dataset: `Dataset${Math.floor(index / 4000)}`,
    image: `cube/Dataset${Math.floor(index / 4000)}/pictures/${Math.floor(index / 5)}.png`,
    chance: 1 / (2 + random(3)),
    verdict: random(3) === 0 ? 'wrong' : 'correct',
  }))
}

function toJudged({ id, task, modality, parts, dataset, image, verdict }: Countable): Judged {
  return { fields: { id, task, modality, parts, dataset, image_path: image }, correct: verdict === 'correct' }
}

/** Milliseconds for everything that the results views and the official summary derive from `n` records. */
export function timeMetrics(n: number): number {
  // As the database hands them out: every string a copy of its own.
  const rows = structuredClone(makeRows(n))
  const judged = rows.map(toJudged)
  const start = performance.now()
  overall(rows)
  for (const axis of ['task', 'modality', 'parts', 'dataset'] as const) slices(rows, axis)
  voxels(rows)
  shortcutsOfRows(rows, {})
  metricsSummary(judged)
  return performance.now() - start
}

/** A picked folder of `n` samples, each with a picture of its own: names and sizes only, as for a listing. */
export function manyFiles(n: number): { path: string; file: File }[] {
  const perDataset = 5000
  const files: { path: string; file: File }[] = []
  for (let first = 0; first < n; first += perDataset) {
    const dataset = `Dataset${first / perDataset}`
    const samples = Array.from({ length: Math.min(perDataset, n - first) }, (_, i) => ({
      id: `${dataset}_${i}`,
      dataset,
      task: tasks[i % tasks.length] ?? '',
      modality: modalities[i % modalities.length] ?? '',
      parts: parts[i % parts.length] ?? '',
      image_path: `pictures/${i}.png`,
      question: `What does picture ${i} show in its upper left quadrant?`,
      gt_answer: 'A round bright mass with smooth margins',
      option_A: 'A round bright mass with smooth margins',
      option_B: 'Nothing out of the ordinary',
      option_C: 'A fine linear fracture',
      option_D: 'Diffuse ground-glass opacity',
      correct_index: 0,
    }))
    const test = new File([JSON.stringify(samples)], 'test.json')
    files.push({ path: `${dataset}/test.json`, file: test })
    for (let i = 0; i < samples.length; i++)
      files.push({ path: `${dataset}/pictures/${i}.png`, file: new File([], `${i}.png`) })
  }
  return files
}
