/** The shortcut report as the official tool prints it (`shortcut.json`) and as its CSV. */
import { type JsonObject, stringifyJson } from '../../engine/base/json.ts'
import { floatJson, floatRepr } from '../../engine/base/python.ts'
import type { ShortcutReport } from '../../engine/protocol/shortcut.ts'
import { plainCsv } from './csv.ts'

const counts = ['Group_A', 'Group_B', 'Group_C', 'Group_D', 'Total_Pairs'] as const
const rates = ['Luck_Rate', 'Shortcut_Prob', 'Rationality'] as const

/** @param more columns that the official tool does not have */
export function shortcutJson(report: ShortcutReport, more: JsonObject = {}): string {
  const fields = [
    ...counts.map(name => [name, report[name]] as const),
    ...rates.map(name => [name, floatJson(report[name])] as const),
  ]
  return stringifyJson({ ...Object.fromEntries(fields), ...more }, { indent: 2 })
}

/** One row a model, its name as it is; lines end in CR LF: as Python's `csv` writes them. */
export function shortcutCsv(
  rows: Iterable<{ readonly model: string; readonly report: ShortcutReport }>,
): string {
  const lines = [['Model', ...counts, ...rates]]
  for (const { model, report } of rows) {
    lines.push([
      model,
      ...counts.map(name => String(report[name])),
      ...rates.map(name => floatRepr(report[name])),
    ])
  }
  return plainCsv(lines)
}
