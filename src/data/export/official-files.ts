import { floatJson, floatRepr, type Json, type JsonObject, stringifyJson } from '@voxelwise/python'
/** The files of the official tools, to the byte as they write them; and `load.json`. */
import type { Groups, MetricsSummary, OfficialGroup } from '../../engine/protocol/metrics.ts'
import type { LoadCounts } from '../../engine/protocol/sample.ts'
import type { ShortcutReport } from '../../engine/protocol/shortcut.ts'
import { csv } from './csv.ts'

/** `metrics_summary.json`. @param more figures of data sets that MedRCube's evaluator does not know */
export function metricsSummaryJson(summary: MetricsSummary, more: JsonObject): string {
  const { by_task, by_modality, by_parts, by_dataset } = summary.slice_results
  return stringifyJson(
    {
      global: group(summary.global),
      slice_results: {
        by_task: groups(by_task),
        by_modality: groups(by_modality),
        by_parts: groups(by_parts),
        by_dataset: groups(by_dataset),
      },
      voxel_results: { by_task_modality_parts: groups(summary.voxel_results.by_task_modality_parts) },
      ...more,
    },
    { indent: 2 },
  )
}

const group = ({ n, correct, acc }: OfficialGroup): Json => ({ n, correct, acc: floatJson(acc) })

const groups = (all: Groups): JsonObject =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, group(value)]))

export function loadJson({ total, loaded, skipped }: LoadCounts): string {
  const { missing_image, missing_required_fields, missing_options, ...others } = skipped
  return stringifyJson(
    { total, loaded, skipped: { missing_image, missing_required_fields, missing_options, ...others } },
    { indent: 2 },
  )
}

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
  return csv(lines)
}
