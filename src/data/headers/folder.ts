import type { ImageCodec } from '../images/codec.ts'
import { readLayout } from '../images/dicom/frame-samples.ts'
import type { DicomFile } from '../images/dicom/parse.ts'
import { frameSamples } from '../images/dicom/read-dicom.ts'
import type { SlicedBytes } from '../images/dicom/sliced-bytes.ts'
import { Faults } from '../images/errors.ts'
import { sha256 } from '../sources/fingerprint.ts'
import type { FolderSource } from '../sources/source.ts'

/** A file of the folder. Its path orders copies, and is in no result. */
export interface HeaderSource {
  readonly path: string
  open(): Promise<SlicedBytes>
  /** SHA-256 (hex) of the whole file. */
  digest(): Promise<string>
}

/** The files of a folder, read by slices. */
export async function headerSources(source: FolderSource): Promise<readonly HeaderSource[]> {
  const files = await source.list()
  return files.map(({ path }) => ({
    path,
    open: () => headerOf(source, path),
    digest: async () => {
      const bytes = await sliced(source, path)
      return sha256(new Uint8Array(await bytes.read(0, bytes.size)))
    },
  }))
}

/** A file whose header is read first. */
export const headerOf = async (source: FolderSource, path: string): Promise<SlicedBytes> =>
  withHead(await sliced(source, path))

async function sliced(source: FolderSource, path: string): Promise<SlicedBytes> {
  const { read, size } = source
  if (read && size)
    return {
      size: await size.call(source, path),
      read: (from, to) => read.call(source, path, from, to),
    }
  const file = await source.open(path)
  return {
    size: file.size,
    read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  }
}

const HEAD = 1 << 15

/** Most headers lie in the first piece, which is read once. */
async function withHead(bytes: SlicedBytes): Promise<SlicedBytes> {
  const head = await bytes.read(0, Math.min(HEAD, bytes.size))
  return {
    size: bytes.size,
    read: (from, to) => (to <= head.length ? head.subarray(from, to) : bytes.read(from, to)),
  }
}

/** Whether all stored values of a frame (from 0) are equal. */
export const blankBy =
  (codec: ImageCodec) =>
  async (file: DicomFile, frame: number): Promise<boolean> => {
    // The name of a file may name a patient.
    const faults = new Faults('a file')
    const layout = readLayout(file.data, faults)
    const { values } = await frameSamples({ ...file, layout, faults }, frame, codec)
    const [first] = values
    return values.every((value: number) => value === first)
  }
