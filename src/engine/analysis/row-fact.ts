import type { ShortcutOptions } from '../protocol/shortcut.ts'
import type { ResultRow } from './result-row.ts'

/** The name of a figure that a feature makes of a run's rows. */
export interface RowFact<T> {
  readonly name: string
  /** Never there: it carries the type of the answer. */
  readonly answer?: T
}

/** How the results thread makes it. */
export interface RowFactMaker<T> {
  readonly fact: RowFact<T>
  of(rows: readonly ResultRow[], levels: ShortcutOptions): T
  /** What of the answer crosses to the page without a copy. */
  buffers?(answer: T): ArrayBuffer[]
}
