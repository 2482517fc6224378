/** Other names for the files of a data set of DICOM files: names of files and folders may name patients. */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../engine/base/json.ts'
import { rooted, unrooted } from '../../engine/base/paths.ts'
import { get } from '../../engine/base/python.ts'
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
 * names on every machine. Columns without a role are left out unless the user's mapping keeps them, and so are dates of files.
 * @param isPrivate whether the user says that the data set is private, whatever its images are
 * @returns the data set itself where it is not private and none of its images is a DICOM file
 */
export async function saltedNames(
  source: FolderSource,
  loaded: ReadDataset,
  isPrivate: boolean,
): Promise<OpenedQuestions> {
  const paths = [...new Set(loaded.samples.flatMap(sample => imagesOf(sample).map(fileOf)))]
  if (!isPrivate && !(await holdsDicom(source, paths))) return { loaded, source }
  const text = new TextEncoder()
  const salt = await sha256(text.encode(JSON.stringify(paths)))
  const hash = (path: string): Promise<string> => sha256(text.encode(`${salt} ${path}`))
  const aliases = new Map<string, string>()
  for (const path of paths) aliases.set(path, `${(await hash(path)).slice(0, 32)}${endingOf(path)}`)
  const name = `${isPrivate ? 'Private data' : 'DICOM images'} ${loaded.fingerprint.slice(0, 8)}`
  const tables = new Map<string, string>()
  for (const file of new Set([...loaded.samples, ...loaded.skipped, ...loaded.badFiles].map(one => one.file)))
    tables.set(file, rooted(name, await tableName(unrooted(source.name, file), hash)))
  const groups = new Map<string, string>()
  for (const { fields } of loaded.samples) {
    const group = get(fields, 'group')
    if (typeof group === 'string' && !groups.has(group))
      groups.set(group, (await hash(`group ${group}`)).slice(0, 12))
  }
  const files = new Map([...aliases].map(([path, alias]) => [alias, path]))
  const { stamp: _, ...undated } = aliasedSource(filesOf(source), name, files)
  return { source: undated, loaded: renamed(withRoles(loaded, groups), name, aliases, tables) }
}

/** The path without a part of the file. */
const fileOf = (path: string): string => splitPart(path).path

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

const endingOf = (path: string): string =>
  mayBeDicom(path) ? '.dcm' : (/\.(?:png|jpe?g|gif|bmp|webp|tiff?)$/i.exec(path)?.[0].toLowerCase() ?? '.img')

/** Of a table's name only the ending is no one's. */
async function tableName(path: string, hash: (path: string) => Promise<string>): Promise<string> {
  const ending = /\.(?:csv|tsv|psv|txt|jsonl?|parquet|xlsx|ods|zip)$/i.exec(path)?.[0].toLowerCase() ?? ''
  return `${(await hash(path)).slice(0, 16)}${ending}`
}

/** Fields that have a part in asking, judging or grouping; options are called by letters, or `option_` and a letter. */
const roles =
  /^(?:id|kind|dataset|task|original_task|modality|parts|question|hint|gt_answer|answer|answer_text|accepted|options|image_path|examples|size|group|withheld|frame|slice|restricted|option_[A-Z]|[A-Z])$/

function withRoles(loaded: ReadDataset, groups: ReadonlyMap<string, string>): ReadDataset {
  const { mapping } = loaded
  // What a guess keeps, nobody chose.
  const chosen = mapping && mapping.origin !== 'guess' ? mapping.document.tables : []
  const kept = new Set(chosen.flatMap(table => table.keep))
  const fields = (all: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(all).flatMap(([key, value]) => {
        if (!roles.test(key) && !kept.has(key)) return []
        const isGroup = key === 'group' && typeof value === 'string'
        return [[key, isGroup ? (groups.get(value) ?? 'group') : value]]
      }),
    )
  return {
    ...loaded,
    samples: loaded.samples.map(one => ({ ...one, fields: fields(one.fields) })),
    skipped: loaded.skipped.map(one => ({ ...one, fields: fields(one.fields) })),
  }
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
