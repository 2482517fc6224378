import type { DatasetInfo } from '../../engine/protocol/identity.ts'
import type { DatasetOverview } from './dataset-overview.ts'
import { mappingJson } from './mapping/write.ts'

/** What a run says of the data set that it was made on. */
export function datasetInfo({ name, source, fingerprint, counts, mapping }: DatasetOverview): DatasetInfo {
  return {
    name,
    source,
    fingerprint,
    counts,
    ...(mapping && {
      mapping: {
        origin: mapping.origin,
        document: mappingJson(mapping.document),
        split: mapping.wantedSplit,
      },
    }),
  }
}
