import type { ShortcutOptions } from '../protocol/shortcut.ts'
import { shortcutsOfRows } from './report.ts'
import type { Countable } from './shares.ts'

/** Indices of the samples of shortcuts: right diagnoses above wrong perceptions of the same image, and those perceptions. */
export function brokenLinkSamples<Row extends Countable & { readonly index: number }>(
  rows: readonly Row[],
  options: ShortcutOptions,
): readonly number[] {
  return shortcutsOfRows(rows, options).chains.flatMap(({ high, low }) => {
    const right = high.filter(({ correct }) => correct)
    const misperceived = low.filter(({ correct }) => !correct)
    if (right.length === 0 || misperceived.length === 0) return []
    return [...right, ...misperceived].map(({ row }) => row.index)
  })
}
