/**
 * Predictions for the unasked questions, from the asked ones. An estimate uses the differences between answers and
 * predictions: a control variate, whose weight is learnt during the run (docs/estimates.md).
 */
import { getOrMake } from '../base/grouping.ts'
import type { CellLabels, SamplingFrame } from '../protocol/frame.ts'

/** Questions with the same prediction. */
export interface Kind {
  readonly labels: CellLabels
  /** The group that its prediction is shrunk towards: its task, and the earlier run's verdict. */
  readonly task: string
  /** How often published models are right in its cell; null where that is not known. */
  readonly published: number | null
}

/** One of each cell, and of each verdict of the earlier run, where there is one. */
export function findKinds({ cells, cellOf, published, prior }: SamplingFrame): {
  readonly kinds: readonly Kind[]
  readonly kindByQuestion: readonly number[]
} {
  const kinds: Kind[] = []
  const known = new Map<string, number>()
  const kindByQuestion = cellOf.map((cell, index) => {
    const before = String(prior?.right[index] ?? '')
    return getOrMake(known, `${cell} ${before}`, () => {
      const labels = cells[cell] ?? { task: '', modality: '', parts: '', dataset: '' }
      return (
        kinds.push({ labels, task: `${labels.task} ${before}`, published: published?.[cell] ?? null }) - 1
      )
    })
  })
  return { kinds, kindByQuestion }
}

/** Prior weight in questions: of its task for a kind, and of the whole for a task. */
const priorWeight = 6

/** Prior weight, in questions, of the assumption that a model varies from voxel to voxel as published models do. */
const publishedWeight = 30

/**
 * By kind, the expected share of right answers: its own, shrunk towards its task's, which is shrunk towards the overall
 * share. With published results, kinds and tasks are shrunk towards those, shifted and scaled to fit the answers.
 */
export function predictions(
  kinds: readonly Kind[],
  right: readonly number[],
  answered: readonly number[],
): readonly number[] {
  const n = sum(answered)
  const all = (1 + sum(right)) / (2 + n)
  const centres = predictedCentres(kinds, right, answered, all)
  const tasks = new Map<string, { beyond: number; answered: number }>()
  for (const [kind, { task }] of kinds.entries()) {
    const counts = getOrMake(tasks, task, () => ({ beyond: 0, answered: 0 }))
    counts.beyond += (right[kind] ?? 0) - (answered[kind] ?? 0) * (centres[kind] ?? all)
    counts.answered += answered[kind] ?? 0
  }
  return kinds.map(({ task }, kind) => {
    const { beyond, answered: ofTask } = tasks.get(task) ?? { beyond: 0, answered: 0 }
    const expected = (centres[kind] ?? all) + beyond / (priorWeight + ofTask)
    const share = (priorWeight * expected + (right[kind] ?? 0)) / (priorWeight + (answered[kind] ?? 0))
    return Math.min(1, Math.max(0, share))
  })
}

/** All alike; where it is published how others come off, on a line through that: its slope is learnt, and begins at 1. */
function predictedCentres(
  kinds: readonly Kind[],
  right: readonly number[],
  answered: readonly number[],
  all: number,
): readonly number[] {
  const known = kinds.flatMap(({ published }, kind) =>
    published === null ? [] : [{ kind, published, n: answered[kind] ?? 0, right: right[kind] ?? 0 }],
  )
  if (known.length === 0) return kinds.map(() => all)
  const n = sum(known.map(one => one.n))
  const mean = sum(known.map(one => (one.n + 1) * one.published)) / (n + known.length)
  const spread = sum(known.map(({ published }) => (published - mean) ** 2)) / known.length
  let [along, across] = [publishedWeight * spread, publishedWeight * spread]
  for (const { published, ...one } of known) {
    along += (one.right - one.n * all) * (published - mean)
    across += one.n * (published - mean) ** 2
  }
  const slope = across > 0 ? Math.max(0, along / across) : 0
  return kinds.map(({ published }) => (published === null ? all : all + slope * (published - mean)))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
