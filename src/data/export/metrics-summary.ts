/** `metrics_summary.json`, to the byte as the official evaluator writes it. */
import { type Json, type JsonObject, stringifyJson } from '../../engine/base/json.ts'
import { floatJson } from '../../engine/base/python.ts'
import type { Groups, MetricsSummary, OfficialGroup } from '../../engine/protocol/metrics.ts'

/** @param more figures of data sets that MedRCube's evaluator does not know */
export function metricsSummaryJson(summary: MetricsSummary, more: JsonObject = {}): string {
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
