import type { PictureMarks } from '../../data/formats/format.ts'
import { counted } from '../../engine/base/counted.ts'
import { count } from './format.ts'

/** What DICOM files themselves state about text and faces, and what their RLE data claims, in sentences. */
export function markLines({
  read,
  files,
  text,
  textUnknown,
  faces,
  unpacked,
  overrun,
}: PictureMarks): readonly string[] {
  const partRead = read < files ? `${count(read)} of ${count(files)} headers read. ` : ''
  const state = (n: number): string => `${counted(n, 'file')} ${n === 1 ? 'states' : 'state'}`
  return [
    ...(text > 0 ? [`${state(text)} that text is drawn into the image. It may name a patient.`] : []),
    ...(textUnknown > 0
      ? [
          `${counted(textUnknown, 'file')} ${textUnknown === 1 ? 'does' : 'do'} not state whether text is drawn into the image.`,
        ]
      : []),
    ...(faces > 0 ? [`${state(faces)} that a face may be recognisable.`] : []),
    ...(overrun > 0
      ? [
          `The RLE data of ${count(overrun)} of ${counted(unpacked, 'file')} claims more bytes than there are. No pixel is missing.`,
        ]
      : []),
    `${partRead}Voxelwise reads these tags only. It does not look for names or faces in the image.`,
  ]
}
