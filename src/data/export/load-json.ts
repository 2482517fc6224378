/** `load.json`: how many samples there were, and how many were skipped for what. */
import { stringifyJson } from '../../engine/base/json.ts'
import type { LoadCounts } from '../../engine/protocol/sample.ts'

export function loadJson({ total, loaded, skipped }: LoadCounts): string {
  const { missing_image, missing_required_fields, missing_options, ...others } = skipped
  return stringifyJson(
    { total, loaded, skipped: { missing_image, missing_required_fields, missing_options, ...others } },
    { indent: 2 },
  )
}
