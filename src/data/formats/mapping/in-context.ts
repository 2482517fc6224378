/**
 * Rows of one problem: examples before the last one, which alone is asked (in-context learning), or stages of a conversation,
 * each of which is asked after the right answers to those before it.
 */
import { groupBy } from '../../../engine/base/grouping.ts'
import type { MappedExample } from '../../../engine/protocol/mapped-fields.ts'
import type { TableMapping } from './document.ts'
import type { DraftSample } from './read-row.ts'

export interface ReadRow extends Pick<DraftSample, 'question' | 'answerText' | 'group' | 'order'> {
  readonly mapping: Pick<TableMapping, 'examples' | 'stages'>
  /** Rooted paths. */
  readonly images: readonly string[]
}

/** A row that is asked; by itself where it has no examples. */
type AskedRow<T extends ReadRow> = T & { readonly examples?: readonly MappedExample[] }

/**
 * The rows that are asked, each with the earlier rows of its group in the mapping's order. Rows without a group, or
 * with a mapping that does not group, are alone and keep their place.
 */
export function inContext<T extends ReadRow>(rows: readonly T[]): readonly AskedRow<T>[] {
  const alone = (row: T) => !isOrdered(row.mapping) || row.group === null
  const problems = groupBy(
    rows.filter(row => !alone(row)),
    ({ group }) => group ?? '',
  )
  const earlierRows = new Map<T, readonly T[]>()
  for (const problem of problems.values()) {
    const ordered = [...problem].sort((a, b) => byOrder(a.order ?? '', b.order ?? ''))
    for (const [i, row] of ordered.entries())
      if (row.mapping.stages !== null || i === ordered.length - 1) earlierRows.set(row, ordered.slice(0, i))
  }
  return rows.flatMap((row): readonly AskedRow<T>[] => {
    if (alone(row)) return [row]
    const before = earlierRows.get(row)
    return before ? [withExamples(row, before)] : []
  })
}

/** Whether rows of a group belong together, so that none can be asked without those before it. */
export const isOrdered = ({ examples, stages }: Pick<TableMapping, 'examples' | 'stages'>): boolean =>
  examples !== null || stages !== null

/** Images in the order in which they are shown. */
function withExamples<T extends ReadRow>(row: T, before: readonly T[]): AskedRow<T> {
  const examples = before.map(
    ({ question, answerText, images }): MappedExample => ({
      question,
      answer: answerText,
      image_path: images.length > 1 ? images : (images[0] ?? null),
    }),
  )
  return { ...row, images: [...before.flatMap(({ images }) => images), ...row.images], examples }
}

/** Numbers by their size, other texts by their characters. */
function byOrder(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return a < b ? -1 : a > b ? 1 : 0
  return x - y
}
