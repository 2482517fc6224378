/** What pydicom read of a file, and how our reader's result compares. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { frameSamples, openDicom, readDicom } from '../src/dicom/read-dicom.ts'
import { memorySource } from '../src/dicom/sliced-bytes.ts'
import { splitPart, withFrame } from '../src/file-part.ts'
import { nodeCodec } from '../src/node-codec.ts'
import { PixelError } from '../src/pixel-error.ts'
import { filePolicy } from '../src/window-policy.ts'

export interface Golden {
  readonly file: string
  readonly syntax: string
  readonly frame: number
  readonly frames: number
  readonly error?: string
  readonly raw?: string
  readonly picture?: string
}

export const readGoldens = (file: string): readonly Golden[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

const digest = (data: ArrayBufferView): string =>
  createHash('sha256')
    .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    .digest('hex')

/** @returns `equal`, what differs, or the error of ours */
export async function compared(
  { file, frame, frames, raw, picture, syntax }: Golden,
  path: string,
): Promise<string> {
  const bytes = new Uint8Array(readFileSync(path))
  try {
    const opened = await openDicom(memorySource(bytes), file)
    const samples = await frameSamples(opened, frame - 1, nodeCodec)
    // A JPEG in colours is compared by its picture only: pydicom's raw samples are not RGB.
    const isColourJpeg = samples.components === 3 && /\.4\.5[01]$/.test(syntax)
    if (raw !== undefined && !isColourJpeg && digest(samples.values) !== raw) return 'raw samples differ'
    if (picture === undefined) return 'equal'
    const { pixels } = await readDicom(
      bytes,
      file,
      frames > 1 ? splitPart(withFrame(file, frame)).part : null,
      filePolicy,
      nodeCodec,
    )
    return digest(pixels.data) === picture ? 'equal' : 'picture differs'
  } catch (error) {
    return error instanceof PixelError ? `${error.code}: ${error.message}` : `crash: ${error}`
  }
}
