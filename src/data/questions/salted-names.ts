/** Other names for the files of a private data set: names of files, folders and groups may name patients. */

import { isDicom, splitPart } from '@voxelwise/pixels'
import { sha256 } from '../../engine/base/sha256.ts'
import { listImages } from '../../engine/protocol/sample.ts'
import type { ReadDataset, TableReading } from '../formats/format.ts'
import { ImageReader } from '../images/image-reader.ts'
import { mayBeDicom } from '../sources/part-reference.ts'
import { aliasedSource, rootedSource } from '../sources/passed-on.ts'
import type { FolderSource } from '../sources/source.ts'
import { CodedDataset } from './coded-dataset.ts'
import { fieldsKept } from './private-fields.ts'
import { privateName } from './private-name.ts'

export interface OpenedQuestions {
  readonly loaded: ReadDataset
  /** The folder, by the names that the samples use. */
  readonly source: FolderSource
}

/**
 * A data set with salted names in place of its files' own, and a neutral name in place of its folder's. The salt is the list of
 * the names of all its images, which is in no record: only those who know every name can tell which is which. The same files get
 * the same names on every machine. Columns that no question needs are left out, and so are dates of files.
 * @param isPrivate whether the user says that the data set is private, whatever its images are
 * @param keepColumns as in `TableReading`
 * @returns the data set itself where it is not private and none of its images is a DICOM file
 */
export async function saltedNames(
  source: FolderSource,
  loaded: ReadDataset,
  { isPrivate = false, keepColumns }: Pick<TableReading, 'isPrivate' | 'keepColumns'>,
): Promise<OpenedQuestions> {
  const paths = [...new Set(loaded.samples.flatMap(sample => listImages(sample).map(wholePath)))]
  if (!isPrivate && !(await holdsDicom(source, paths))) return { loaded, source }
  const text = new TextEncoder()
  const salt = await sha256(text.encode(JSON.stringify(paths)))
  const hash = (path: string): Promise<string> => sha256(text.encode(`${salt} ${path}`))
  const images = new Map<string, string>()
  for (const path of paths) images.set(path, `${(await hash(path)).slice(0, 32)}${imageEnding(path)}`)
  const name = privateName(loaded.fingerprint, isPrivate)
  const { of, ...kept } = fieldsKept(loaded, keepColumns)
  const dataset = new CodedDataset({ ...loaded, kept }, { folder: source.name, name, images, codeFields: of })
  const coded = await dataset.coded(hash)
  const files = new Map([...images].map(([path, alias]) => [alias, path]))
  return { source: aliasedSource(listFiles(source), name, files), loaded: coded }
}

/** The path without a part of the file. */
const wholePath = (path: string): string => splitPart(path).path

/** How many files called as DICOM files are, or by no ending, are looked into. */
const mostLookedAt = 16

async function holdsDicom(source: FolderSource, paths: readonly string[]): Promise<boolean> {
  for (const path of paths.filter(mayBeDicom).slice(0, mostLookedAt))
    if (await isDicomFile(source, path)) return true
  return false
}

async function isDicomFile(source: FolderSource, path: string): Promise<boolean> {
  const file = await new ImageReader(source).open(path).catch(() => null)
  return file !== null && isDicom(new Uint8Array(await file.slice(0, 132).arrayBuffer()))
}

/** Only an ending by which a file is read: of any other, a name may be part. */
const imageEnding = (path: string): string =>
  mayBeDicom(path)
    ? '.dcm'
    : (/\.(?:png|jpe?g|gif|bmp|webp|tiff?|npy|nii(?:\.gz)?)$/i.exec(path)?.[0].toLowerCase() ?? '.img')

/** The folder's files by rooted path, members of archives included. */
function listFiles(source: FolderSource): FolderSource {
  const reader = new ImageReader(source)
  return { ...rootedSource(source), open: path => reader.open(path), bytes: path => reader.bytes(path) }
}
