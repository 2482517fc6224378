/**
 * What is expected of questions that are still to be asked, by those that were. An estimate rests on how far answers are from
 * it: a control variate, whose worth is learnt on the way (docs/estimates.md).
 */
import { getOrMake } from '../base/grouping.ts'
import type { CellLabels, Frame } from '../protocol/frame.ts'

/** Questions of which the same is expected. */
export interface Kind {
  readonly labels: CellLabels
  /** Of those that its prediction is drawn to: its task, and what the earlier run made of it. */
  readonly task: string
  /** How often published models are right in its cell; null where that is not known. */
  readonly published: number | null
}

/** One of each cell, and of each verdict of the earlier run, where there is one. */
export function kindsOf({ cells, cellOf, published, prior }: Frame): {
  readonly kinds: readonly Kind[]
  readonly kindOf: readonly number[]
} {
  const kinds: Kind[] = []
  const known = new Map<string, number>()
  const kindOf = cellOf.map((cell, index) => {
    const before = String(prior?.right[index] ?? '')
    return getOrMake(known, `${cell} ${before}`, () => {
      const labels = cells[cell] ?? { task: '', modality: '', parts: '', dataset: '' }
      return (
        kinds.push({ labels, task: `${labels.task} ${before}`, published: published?.[cell] ?? null }) - 1
      )
    })
  })
  return { kinds, kindOf }
}

/** As if so many questions like the others of its task had been asked of a kind, and of a task of the whole. */
const priorWeight = 6

/** As if so many questions had shown that a model differs from voxel to voxel just as published ones do. */
const publishedWeight = 30

/**
 * Of each kind the share of right answers: its own, drawn to those of its task, which are drawn to all. Where it is published how
 * others come off, kinds and tasks are drawn to that, as much higher or lower and as much more or less varied as answers say.
 * @param right answers of each kind
 * @param answered questions of each kind
 */
export function predictions(
  kinds: readonly Kind[],
  right: readonly number[],
  answered: readonly number[],
): readonly number[] {
  const n = sum(answered)
  const all = (1 + sum(right)) / (2 + n)
  const centres = centresOf(kinds, right, answered, all)
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
function centresOf(
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
