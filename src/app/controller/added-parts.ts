import type { Rows } from '../../engine/analysis/run-overview.ts'
import { resultParts } from '../seams.ts'
import type { AddedParts } from './report-facts.ts'
import type { Services } from './services.ts'

/** What all features add to the results of a run. */
export async function addedParts(services: Services, id: string, rows: Rows): Promise<AddedParts> {
  const parts = new Map<string, unknown>()
  for (const part of resultParts) parts.set(part.name, await part.of(services, id, rows))
  return parts
}
