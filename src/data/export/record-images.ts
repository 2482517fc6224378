/** Whether the images that a record names go together with its sample and its pass. */

import { isInside } from '@voxelwise/python'
import { isPlain } from '@voxelwise/tables'
import { CheckError } from '../../engine/base/schema.ts'
import { findProbeKind } from '../../engine/probes/kind-of.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { imagesShownIn, type RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'

/** @throws CheckError naming `at` if the path leads out of the folder */
export function checkPath(path: string, root: string, at: string): void {
  if (isPlain(path) && isInside(root, path)) return
  throw new CheckError(at, `a path inside the folder "${root}"`)
}

/** @param at the record's place in the file, for errors @throws CheckError */
export function checkImagesOfRecord(
  record: RunRecord,
  { probe, dataset }: Pick<Run, 'probe' | 'dataset'>,
  protocol: Protocol,
  at: string,
): void {
  const { sample, shownImage, furtherShownImages = [] } = record
  const others = probe && findProbeKind(probe).others
  if (shownImage !== undefined && !others)
    throw new CheckError(`${at}.shownImage`, 'left out: only a pass with other images has one')
  if (shownImage === undefined && furtherShownImages.length > 0)
    throw new CheckError(`${at}.furtherShownImages`, 'left out')
  if (shownImage !== undefined) checkPath(shownImage, dataset.name, `${at}.shownImage`)
  for (const [i, path] of furtherShownImages.entries())
    checkPath(path, dataset.name, `${at}.furtherShownImages[${i}]`)
  const shown = imagesShownIn(record)
  if (others && !others.mayShow(sample, protocol, shown)) {
    const [field, expected] = others.expected
    throw new CheckError(`${at}.${field}`, expected)
  }
  checkFiles(record, shown.length, at)
}

/** The digests are those of all images that were shown, or there are none. @param count of those images */
function checkFiles({ imageFile, furtherImageFiles = [] }: RunRecord, count: number, at: string): void {
  if (imageFile && count === 0) throw new CheckError(`${at}.imageFile`, 'left out: no image was shown')
  const expected = imageFile ? count - 1 : 0
  if (furtherImageFiles.length === expected) return
  throw new CheckError(
    `${at}.furtherImageFiles`,
    expected === 0 ? 'left out' : `${expected}, one for each further image`,
  )
}
