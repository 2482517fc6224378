import type { DatasetInfo, SourceKind } from '../../engine/protocol/identity.ts'
import type { AnswerKind } from '../../engine/protocol/reading.ts'
import type { FindingKind, LoadCounts, Sample, Skipped } from '../../engine/protocol/sample.ts'
import type { ReadDataset } from './format.ts'
import type { MappingReport } from './mapping/document.ts'
import { mappingJson } from './mapping/write.ts'

/** What the page shows of a data set, without its samples on the main thread. */
export interface DatasetOverview
  extends Pick<
    ReadDataset,
    'name' | 'fingerprint' | 'protocol' | 'badFiles' | 'headers' | 'salted' | 'kept' | 'slices' | 'marks'
  > {
  readonly source: SourceKind
  readonly counts: LoadCounts
  readonly images: number
  /** Questions of each kind of answer. */
  readonly kinds: Readonly<Partial<Record<AnswerKind, number>>>
  /** The largest number of options of a question that can be reordered; 0 if none can. */
  readonly maxOptions: number
  /** Most images of one question; 0 where none has any. */
  readonly imagesAtOnce: number
  /** Whether images may have more depth than a picture of 8 bits; absent where none has. */
  readonly depth?: true
  /** Values of each axis with their number of samples, in order of first appearance. */
  readonly tasks: readonly (readonly [string, number])[]
  readonly modalities: readonly (readonly [string, number])[]
  readonly parts: readonly (readonly [string, number])[]
  readonly findings: Readonly<Partial<Record<FindingKind, number>>>
  /** Whether a question may name a volume and no slice of it. */
  readonly volumes?: true
  /** How its tables were read, with some of what came of it; null where its format needs no mapping. */
  readonly mapping: (MappingReport & { readonly examples: readonly Sample[] }) | null
}

/** One row of "what was skipped, and the data-quality findings", with an example sample. */
export interface QualityRow extends Omit<Skipped, 'reason'> {
  readonly kind: FindingKind | Skipped['reason']
}

/** The data set's facts in a run. */
export function datasetInfo(overview: DatasetOverview): DatasetInfo {
  const { name, source, fingerprint, counts, mapping, headers, salted, kept, slices } = overview
  return {
    name,
    source,
    fingerprint,
    counts,
    ...(salted && { salted }),
    ...(kept && kept.columns.length > 0 && { keptColumns: kept.columns }),
    ...(slices !== undefined && { slices }),
    ...(headers && { derived: { rules: headers.rules, ...headers.reading } }),
    ...(mapping && {
      mapping: {
        origin: mapping.origin,
        document: mappingJson(salted ? mapping.coded : mapping.document),
        split: mapping.wantedSplit,
        read: mapping.split,
      },
    }),
  }
}
