/** Any field of the samples as groups: text by value, numbers by quantiles or cut points, missing values by themselves. */
import { quantile } from '@voxelwise/statistics'
import type { FieldColumn } from './field-column.ts'

/** How numbers are grouped: into a number of parts of equal size, or at cut points. Text is never cut. */
export type Cut = { readonly parts: number } | { readonly points: readonly number[] }

export interface FieldGroups {
  readonly isNumeric: boolean
  /** Whether a group holds a range of numbers. */
  readonly isBinned: boolean
  /** In order: numbers rising, text by first mention, missing values last. */
  readonly labels: readonly (string | null)[]
  /** By the position of the record: its group's label, null where the value is missing. */
  readonly labelAt: (position: number) => string | null
}

/** Up to this many different numbers each are a group of their own, unless cut points are given. */
const mostSingle = 8

/** A field whose present values are all numbers is numeric. */
export function fieldGroups(column: FieldColumn, cut: Cut = { parts: 4 }): FieldGroups {
  const texts = column.values.map(text => (text.trim() === '' ? null : text))
  const present = texts.filter(text => text !== null)
  const isNumeric = present.length > 0 && present.every(text => Number.isFinite(Number(text)))
  const binName = isNumeric && ('points' in cut || present.length > mostSingle) ? binNames(column, cut) : null
  const names = texts.map(text => (text === null || !binName ? text : binName(Number(text))))
  const used = new Set(names)
  const isMissing = used.delete(null) || column.codes.includes(-1)
  const labels = binName
    ? binName.all.filter(name => used.has(name))
    : sorted([...used] as string[], isNumeric)
  return {
    isNumeric,
    isBinned: binName !== null,
    labels: isMissing ? [...labels, null] : labels,
    labelAt: position => names[column.codes[position] ?? -1] ?? null,
  }
}

const sorted = (labels: readonly string[], isNumeric: boolean): string[] =>
  isNumeric ? labels.toSorted((a, b) => Number(a) - Number(b)) : [...labels]

/** Each bin has values above its lower end, up to and including its upper end. */
function binNames(column: FieldColumn, cut: Cut) {
  const ends = [...new Set('points' in cut ? cut.points : quantiles(column, cut.parts))].sort((a, b) => a - b)
  const names = ends.map((end, at) =>
    at === 0 ? `≤ ${shown(end)}` : `${shown(ends[at - 1] as number)} to ${shown(end)}`,
  )
  const all = [...names, `> ${shown(ends.at(-1) ?? 0)}`]
  const binName = (value: number): string => {
    const at = ends.findIndex(end => value <= end)
    return all[at === -1 ? ends.length : at] as string
  }
  return Object.assign(binName, { all })
}

const shown = (value: number): string => String(Number(value.toPrecision(6)))

/** Quantiles of the records' values, each counted as often as it occurs. */
function quantiles({ values, codes }: FieldColumn, parts: number): number[] {
  const numbers: number[] = []
  for (const code of codes) {
    const text = values[code]
    if (text !== undefined && text.trim() !== '') numbers.push(Number(text))
  }
  const rising = Float64Array.from(numbers).sort()
  return Array.from({ length: parts - 1 }, (_, i) => quantile(rising, (i + 1) / parts))
}
