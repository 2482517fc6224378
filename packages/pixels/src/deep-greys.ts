/** Grey values of more than 8 bits, of files other than DICOM. */

import { Budget } from './budget.ts'
import { chosenFrame } from './dicom/read-dicom.ts'
import type { FilePart } from './file-part.ts'
import type { GreyFrame } from './grey/grey-frame.ts'
import { sniffFormat } from './image-format.ts'
import { chosenSlice, isNifti, isVolume, niftiSlice, openNifti } from './nifti/read-nifti.ts'
import { isNpy, npySlice, readNpyHeader } from './npy.ts'
import { isDeepPng, pngGreys } from './png.ts'
import { isDeepTiff, tiffGreys } from './tiff.ts'
import type { WindowPolicy } from './window-policy.ts'

/**
 * Values that are shown by a policy: of a volume always; of PNG and TIFF of 16 bits only where the policy is not the file's
 * own, since without one they are what Pillow makes of them. Null for any other file.
 * @throws PixelError as `decodeRgb`, and image-frame
 */
export function deepGreys(
  bytes: Uint8Array,
  name: string,
  part: FilePart | null,
  policy: WindowPolicy,
): GreyFrame | null {
  const budget = new Budget(name, bytes.length)
  if (isNifti(bytes, budget)) {
    const volume = openNifti(bytes, budget)
    const [plane, place] = chosenSlice(volume, part, budget.faults)
    return niftiSlice(bytes, volume, plane, place, part?.isHounsfield ?? false, budget)
  }
  if (isNpy(bytes)) {
    const header = readNpyHeader(bytes, budget)
    return npySlice(bytes, header, chosenFrame(header, part, budget.faults), budget)
  }
  return policy.kind === 'file' ? null : plainDepth(bytes, budget)
}

/** The samples of a PNG or TIFF of 16 bits; null of any other file. @throws PixelError as `decodeRgb` */
export function plainDepth(bytes: Uint8Array, budget: Budget): GreyFrame | null {
  const format = sniffFormat(bytes)
  if (format === 'png' && isDeepPng(bytes)) return pngGreys(bytes, budget)
  return format === 'tiff' && isDeepTiff(bytes) ? tiffGreys(bytes, budget) : null
}

/** Whether a policy decides how a file is shown. @throws PixelError image-too-large */
export function isShownByPolicy(bytes: Uint8Array, name: string, policy: WindowPolicy): boolean {
  if (isNpy(bytes) || isNifti(bytes, new Budget(name, bytes.length))) return true
  if (policy.kind === 'file') return false
  const format = sniffFormat(bytes)
  return (format === 'png' && isDeepPng(bytes)) || (format === 'tiff' && isDeepTiff(bytes))
}

/** Whether a file may have grey values of more than 8 bits, by its first 540 bytes. */
export function mayBeDeep(head: Uint8Array): boolean {
  const format = sniffFormat(head)
  return format === null
    ? isNpy(head) || isVolume(head)
    : format === 'tiff' || (format === 'png' && isDeepPng(head))
}
