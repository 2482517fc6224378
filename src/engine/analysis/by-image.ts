import { getOrMake } from '../base/grouping.ts'
import { listImages } from '../protocol/sample.ts'
import type { ResultRow } from './result-row.ts'

/** The samples on one image, or on one list of images. */
export interface ImageGroup<Row> {
  /** The first of its images; null where it has none: then it has one sample. */
  readonly image: string | null
  readonly rows: readonly Row[]
}

/** Samples by their images, in the order in which an image comes first. */
export function byImage<Row extends Pick<ResultRow, 'index' | 'image' | 'furtherImages'>>(
  rows: readonly Row[],
): readonly ImageGroup<Row>[] {
  const groups = new Map<string, { image: string | null; rows: Row[] }>()
  for (const row of rows) {
    // A path has no line break.
    const key = row.image === null ? `\n${row.index}` : listImages(row).join('\n')
    getOrMake(groups, key, () => ({ image: row.image, rows: [] })).rows.push(row)
  }
  return [...groups.values()]
}
