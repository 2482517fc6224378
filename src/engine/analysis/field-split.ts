/** A run's answers split by any field of its samples, instead of by task, modality or region. */
import type { Axis } from '../protocol/sample.ts'
import type { FieldColumn } from './field-column.ts'
import { type Cut, fieldGroups } from './field-groups.ts'

/** A field, and how its numbers are cut. */
export interface FieldSplit {
  readonly name: string
  readonly cut: Cut
}

/** What figures are split by. */
export type SplitBy = Axis | FieldSplit

/** The groups of a split, and which of them a row belongs to. */
export interface SplitLabels<Row> {
  readonly name: string
  /** Whether the field holds numbers, which may be cut; and whether a group is a range of them. */
  readonly isNumeric: boolean
  readonly isBinned: boolean
  /** In order. */
  readonly labels: readonly string[]
  readonly toLabel: (row: Row) => string
}

/** What a figure split by a field says of its groups. */
export type SplitName = Pick<SplitLabels<object>, 'name' | 'isNumeric' | 'isBinned'>

/** The group of missing values. */
export const missingLabel = 'missing'

/** @param column of the field, in the order of the rows */
export function splitLabels<Row extends object>(
  { name, cut }: FieldSplit,
  rows: readonly Row[],
  column: FieldColumn,
): SplitLabels<Row> {
  const { isNumeric, isBinned, labels, labelAt } = fieldGroups(column, cut)
  const known = new Map(rows.map((row, position) => [row, labelAt(position) ?? missingLabel]))
  return {
    ...{ name, isNumeric, isBinned },
    labels: labels.map(label => label ?? missingLabel),
    toLabel: row => known.get(row) ?? missingLabel,
  }
}

/** What a split is called and how it is cut, without its rows. */
export const splitName = <Row>({ name, isNumeric, isBinned }: SplitLabels<Row>): SplitName => ({
  name,
  isNumeric,
  isBinned,
})

/** Puts what has labels in the order of the split. */
export const bySplit =
  ({ labels }: { readonly labels: readonly string[] }) =>
  (a: { readonly label: string }, b: { readonly label: string }): number =>
    labels.indexOf(a.label) - labels.indexOf(b.label)
