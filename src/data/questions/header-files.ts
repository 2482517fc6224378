import {
  type DicomFile,
  Faults,
  type ImageCodec,
  isDicom,
  type ParseOptions,
  type SlicedBytes,
} from '@voxelwise/pixels'
import { sha256 } from '../../engine/base/sha256.ts'
import { openBytes } from '../containers/bytes.ts'
import { readDicomHeader, readFrameLayout, readSamples } from '../images/decoding.ts'
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
    open: () => openHeader(source, path),
    digest: async () => {
      const bytes = await openBytes(source, path)
      return sha256(await bytes.read(0, bytes.size))
    },
  }))
}

const HEAD = 1 << 15

/** A file whose header is read first: most headers lie in the first piece, which is read once. */
export async function openHeader(source: FolderSource, path: string): Promise<SlicedBytes> {
  const { size, read } = await openBytes(source, path)
  const head = await read(0, Math.min(HEAD, size))
  return { size, read: (from, to) => (to <= head.length ? head.subarray(from, to) : read(from, to)) }
}

/** What errors call a file whose name may name a patient. */
export const unnamed = 'a file'

export const isDicomFile = async (bytes: SlicedBytes): Promise<boolean> =>
  isDicom(await bytes.read(0, Math.min(132, bytes.size)))

/** Null where it is no DICOM file. @throws VoxelwiseError as `readDicomHeader` */
export const dicomIn = async (bytes: SlicedBytes, parts: ParseOptions): Promise<DicomFile | null> =>
  (await isDicomFile(bytes)) ? readDicomHeader(bytes, new Faults(unnamed), parts) : null

/** Whether all stored values of a frame (from 0) are equal. */
export const blankBy =
  (codec: ImageCodec) =>
  async (file: DicomFile, frame: number): Promise<boolean> => {
    const faults = new Faults(unnamed)
    const layout = readFrameLayout(file.data, faults)
    const { values } = await readSamples({ ...file, layout, faults }, frame, codec)
    const [first] = values
    return values.every((value: number) => value === first)
  }
