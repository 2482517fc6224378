/** Other names for the files of a data set of DICOM files: names of files and folders may name patients. */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../engine/base/json.ts'
import { folderOf, rooted, unrooted } from '../../engine/base/paths.ts'
import { sha256 } from '../../engine/base/sha256.ts'
import { imagesOf, type Sample, type Skipped } from '../../engine/protocol/sample.ts'
import type { ReadDataset } from '../formats/format.ts'
import { isDicom } from '../images/dicom/read-dicom.ts'
import { ImageReader } from '../images/image-reader.ts'
import { mayBeDicom, splitPart } from '../sources/part-reference.ts'
import { aliasedSource, rootedSource } from '../sources/passed-on.ts'
import type { FolderSource } from '../sources/source.ts'

export interface OpenedQuestions {
  readonly loaded: ReadDataset
  /** The folder, by the names that the samples use. */
  readonly source: FolderSource
}

/**
 * A data set with salted names in place of its images' own, and a neutral name in place of its folder's. The salt is the
 * list of all its names, which is in no record: only those who know every name can tell which is which. The same files get the same
 * names on every machine.
 * @returns the data set itself where its images are not DICOM files
 */
export async function saltedNames(source: FolderSource, loaded: ReadDataset): Promise<OpenedQuestions> {
  const paths = [...new Set(loaded.samples.flatMap(sample => imagesOf(sample).map(fileOf)))]
  const first = paths.find(mayBeDicom)
  if (first === undefined || !(await isDicomFile(source, first))) return { loaded, source }
  const text = new TextEncoder()
  const salt = await sha256(text.encode(JSON.stringify(paths)))
  const hash = (path: string): Promise<string> => sha256(text.encode(`${salt} ${path}`))
  const aliases = new Map<string, string>()
  for (const path of paths) aliases.set(path, `${(await hash(path)).slice(0, 32)}${endingOf(path)}`)
  const name = `DICOM images ${loaded.fingerprint.slice(0, 8)}`
  const tables = new Map<string, string>()
  for (const file of new Set([...loaded.samples, ...loaded.skipped, ...loaded.badFiles].map(one => one.file)))
    tables.set(file, rooted(name, await tableName(unrooted(source.name, file), hash)))
  return {
    source: aliasedSource(filesOf(source), name, new Map([...aliases].map(([path, alias]) => [alias, path]))),
    loaded: renamed(loaded, name, aliases, tables),
  }
}

/** The path without a part of the file. */
const fileOf = (path: string): string => splitPart(path).path

async function isDicomFile(source: FolderSource, path: string): Promise<boolean> {
  const file = await new ImageReader(source).open(path).catch(() => null)
  return file !== null && isDicom(new Uint8Array(await file.slice(0, 132).arrayBuffer()))
}

const endingOf = (path: string): string =>
  mayBeDicom(path) ? '.dcm' : (/\.(?:png|jpe?g|gif|bmp|webp|tiff?)$/i.exec(path)?.[0].toLowerCase() ?? '.img')

/** The table's own name; of its folder a hash. */
async function tableName(path: string, hash: (path: string) => Promise<string>): Promise<string> {
  const folder = folderOf(path)
  const name = path.slice(folder === '' ? 0 : folder.length + 1)
  return folder === '' ? name : `${(await hash(folder)).slice(0, 8)}/${name}`
}

/** The folder's files by rooted path, members of archives included. */
function filesOf(source: FolderSource): FolderSource {
  const reader = new ImageReader(source)
  return { ...rootedSource(source), open: path => reader.open(path), bytes: path => reader.bytes(path) }
}

function renamed(
  loaded: ReadDataset,
  name: string,
  aliases: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, string>,
): ReadDataset {
  const table = (file: string): string => tables.get(file) ?? rooted(name, 'table')
  const image = (path: string): string => {
    const file = fileOf(path)
    return rooted(name, `${aliases.get(file) ?? 'image'}${path.slice(file.length)}`)
  }
  const sample = ({ furtherImages, ...one }: Sample): Sample => {
    const own = imagesOf({ image: one.image, furtherImages })
    return {
      ...one,
      image: one.image === null ? null : image(one.image),
      ...(furtherImages && { furtherImages: furtherImages.map(image) }),
      file: table(one.file),
      fields: fieldsWith(one.fields, (text, key) => {
        if (key === 'dataset') return text === loaded.name ? name : text
        if (isContent(key)) return text
        const meant = own.find(path => isNamed(path, text))
        return meant === undefined ? text : image(meant)
      }),
    }
  }
  const skipped = (one: Skipped): Skipped => ({
    ...one,
    file: table(one.file),
    subject: one.reason === 'missing_image' ? unnamed : one.subject,
    fields: fieldsWith(one.fields, (text, key) => (mayName(key, text) ? unnamed : text)),
  })
  return {
    ...loaded,
    name,
    salted: true,
    samples: loaded.samples.map(sample),
    skipped: loaded.skipped.map(skipped),
    findings: loaded.findings.map(one => ({ ...one, file: table(one.file) })),
    badFiles: loaded.badFiles.map(({ file, error }) => ({
      file: table(file),
      error: { ...error, subject: table(file) },
    })),
  }
}

const unnamed = '(a file name)'

/** What is asked and answered stays as it is. */
const isContent = (key: string): boolean => /^(?:question|(?:gt_)?answer|accepted$|option|[A-Z]$)/.test(key)

/** Whether a text names a file: its rooted path or the end of it, with or without a frame. */
function isNamed(path: string, text: string): boolean {
  if (text === path) return true
  if (!/[./\\]/.test(text)) return false
  const named = fileOf(text).replaceAll('\\', '/').replace(/^\.\//, '')
  const file = fileOf(path)
  return file === named || file.endsWith(`/${named}`)
}

/** Whether a field of a row without an image may name a file. */
const mayName = (key: string, text: string): boolean =>
  !isContent(key) && (/image|path|file/i.test(key) || /\.(?:dcm|dicom|ima)$/i.test(text))

function fieldsWith(fields: JsonObject, rename: (text: string, key: string) => string): JsonObject {
  const value = (one: Json, key: string): Json => {
    if (typeof one === 'string') return rename(one, key)
    if (isJsonArray(one)) return one.map(item => value(item, key))
    return isJsonObject(one) ? fieldsWith(one, rename) : one
  }
  return Object.fromEntries(
    Object.entries(fields).map(([key, one]) => [key, one === undefined ? one : value(one, key)]),
  )
}
