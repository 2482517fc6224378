import { type Island, islandOf } from './island.ts'
import { publishedColumns, publishedModels } from './published.ts'

/** How the slices of the published table hang together over its models; guessing is no model. */
export function publishedIsland(): Island {
  return islandOf(
    publishedColumns.map(({ label }) => label),
    publishedColumns.map(({ key }) => publishedModels.map(({ slices }) => slices.get(key) ?? null)),
  )
}
