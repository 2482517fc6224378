/** The samples of a private data set without a name of a file, a folder or a group in them. */

import { splitPart } from '@voxelwise/pixels'
import { isJsonArray, isJsonObject, type Json, type JsonObject, rooted, unrooted } from '@voxelwise/python'
import {
  type BadFile,
  type Finding,
  listImages,
  type Sample,
  type Skipped,
} from '../../engine/protocol/sample.ts'
import type { ReadDataset } from '../formats/format.ts'
import type { MappingReport, Source } from '../formats/mapping/document.ts'

interface Coding {
  /** The picked folder's own name, and the one in its place. */
  readonly folder: string
  readonly name: string
  /** The other name of each image, by its rooted path. */
  readonly images: ReadonlyMap<string, string>
  readonly codeFields: (fields: JsonObject) => JsonObject
}

/** Another text in place of one of a kind: of a group, an id, a label or a table. */
type Code = (kind: 'group' | 'id' | 'label' | 'table', text: string) => string

type Hash = (text: string) => Promise<string>

const codeLength = { group: 12, id: 12, label: 12, table: 16 } as const

const unnamed = '(a file name)'

export class CodedDataset {
  readonly #loaded: ReadDataset
  readonly #coding: Coding
  /** Axes and other fields that the mapping fills with the name of a table or folder, by the table's rooted path. */
  readonly #named: ReadonlyMap<string, ReadonlySet<string>>

  /** Words of the names of all files and folders. */
  readonly #words = new Set<string>()

  constructor(loaded: ReadDataset, coding: Coding) {
    this.#loaded = loaded
    this.#coding = coding
    this.#named = fieldsFromNames(loaded)
    const tables = new Set([...loaded.samples, ...loaded.skipped].map(({ file }) => file))
    for (const path of [...tables, ...coding.images.keys()])
      for (const name of namesWithin(path)) for (const word of wordsIn(name)) this.#words.add(word)
  }

  /** Finds which texts need a code, has them hashed all at once, and puts the codes in their places. */
  async coded(hash: Hash): Promise<ReadDataset> {
    const wanted = new Map<string, { readonly kind: keyof typeof codeLength; readonly text: string }>()
    this.#with((kind, text) => {
      wanted.set(`${kind} ${text}`, { kind, text })
      return ''
    })
    const codes = new Map<string, string>()
    for (const [key, { kind, text }] of wanted) {
      // Names of tables and groups were hashed so from the first version on.
      const digest = await hash(kind === 'table' ? text : key)
      codes.set(key, digest.slice(0, codeLength[kind]))
    }
    return this.#with((kind, text) => codes.get(`${kind} ${text}`) ?? unnamed)
  }

  #with(code: Code): ReadDataset {
    const { samples, skipped, findings, badFiles, mapping } = this.#loaded
    return {
      ...this.#loaded,
      ...(mapping && { mapping: this.#report(mapping, code) }),
      name: this.#coding.name,
      salted: true,
      samples: samples.map(one => this.#sample(one, code)),
      skipped: skipped.map(one => this.#skipped(one, code)),
      findings: findings.map(one => this.#finding(one, code)),
      badFiles: badFiles.map(one => this.#badFile(one, code)),
    }
  }

  #sample({ furtherImages, ...one }: Sample, code: Code): Sample {
    const images = listImages({ image: one.image, furtherImages })
    const renamed = renameTexts(this.#coding.codeFields(one.fields), (text, key) => {
      if (isContent(key)) return text
      const meant = images.find(path => isNamed(path, text))
      if (meant !== undefined) return this.#image(meant)
      return key === 'image_path' ? unnamed : text
    })
    return {
      ...one,
      image: one.image === null ? null : this.#image(one.image),
      ...(furtherImages && { furtherImages: furtherImages.map(path => this.#image(path)) }),
      file: this.#table(one.file, code),
      fields: this.#labels(renamed, { file: one.file, images }, code),
    }
  }

  #skipped(one: Skipped, code: Code): Skipped {
    const isMissing = one.reason === 'missing_image'
    const fields = renameTexts(this.#coding.codeFields(one.fields), (text, key) =>
      mayName(key, text) ? unnamed : text,
    )
    return {
      ...one,
      file: this.#table(one.file, code),
      subject: isMissing ? unnamed : one.subject,
      fields: this.#labels(fields, { file: one.file, images: isMissing ? [one.subject] : [] }, code),
    }
  }

  #finding(one: Finding, code: Code): Finding {
    const sample = one.index === null ? undefined : this.#loaded.samples[one.index]
    const place = { file: one.file, images: sample ? listImages(sample) : [] }
    const subject = namesPath.has(one.kind)
      ? unnamed
      : one.kind === 'duplicate-id'
        ? this.#id(one.subject, place, code)
        : one.subject
    return { ...one, file: this.#table(one.file, code), subject }
  }

  /** Keeps only what every file's error shares: other words may quote the file's name, its columns or its cells. */
  #badFile({ file, error: { code: errorCode, remedy } }: BadFile, code: Code): BadFile {
    const subject = this.#table(file, code)
    return { file: subject, error: { code: errorCode, subject, message: 'It cannot be read.', remedy } }
  }

  #report(report: MappingReport, code: Code): MappingReport {
    const { folder } = this.#coding
    const names = report.tables.flatMap(({ file }) => {
      const other = this.#table(file, code)
      return [unrooted(folder, file), file.split('/').at(-1) ?? ''].map(name => [name, other] as const)
    })
    return {
      ...report,
      tables: report.tables.map(table => ({
        ...table,
        file: this.#table(table.file, code),
        joinedWith: table.joinedWith === null ? null : this.#table(table.joinedWith, code),
      })),
      doubts: report.doubts.map(words =>
        names.reduce((all, [name, other]) => all.replaceAll(name, unrooted(this.#coding.name, other)), words),
      ),
    }
  }

  #labels(fields: JsonObject, place: Place, code: Code): JsonObject {
    const { folder, name } = this.#coding
    const fromNames = this.#named.get(place.file)
    const value = (key: string, given: Json): Json => {
      if ((key === 'group' || key === 'pair') && given !== null) return code('group', groupText(given))
      if (typeof given !== 'string') return given
      if (key === 'id') return fromNames?.has(key) ? code('id', given) : this.#id(given, place, code)
      if (key === 'dataset' && this.#loaded.mapping) return code('table', unrooted(folder, place.file))
      if (key === 'dataset') return given === folder ? name : given
      return fromNames?.has(key) ? code('label', given) : given
    }
    return Object.fromEntries(
      Object.entries(fields).map(([key, given]) => [key, given === undefined ? given : value(key, given)]),
    )
  }

  /** An id with a name of its own file or folder, or a word of the name of any, has a code in its place. */
  #id(id: string, { file, images }: Place, code: Code): string {
    const paths = [file, ...images.map(path => splitPart(path).path)]
    const text = id.toLowerCase()
    const isName =
      wordsIn(text).some(word => this.#words.has(word)) ||
      paths.some(path => namesWithin(path).some(part => text.includes(part)))
    return isName ? code('id', id) : id
  }

  #image(path: string): string {
    const { path: file } = splitPart(path)
    const { name, images } = this.#coding
    return rooted(name, `${images.get(file) ?? 'image'}${path.slice(file.length)}`)
  }

  /** A table's name in code. Its ending stays, since it names no one. */
  #table(file: string, code: Code): string {
    const { folder, name } = this.#coding
    const path = unrooted(folder, file)
    const ending = /\.(?:csv|tsv|psv|txt|jsonl?|parquet|xlsx|ods|zip)$/i.exec(path)?.[0].toLowerCase() ?? ''
    return rooted(name, `${code('table', path)}${ending}`)
  }
}

/** Where a sample came from: the rooted paths of its table and its images. */
interface Place {
  readonly file: string
  readonly images: readonly string[]
}

const namesPath: ReadonlySet<Finding['kind']> = new Set(['path-outside-folder', 'path-not-text'])

const groupText = (group: Json): string => (typeof group === 'string' ? group : JSON.stringify(group))

/** Names that are in most data sets and name nobody. */
const common =
  /^(?:tests?|train(?:ing)?|val(?:id(?:ation)?)?|dev|images?|imgs?|data(?:sets?)?|files?|questions?|samples?|slices?|frames?|scans?|dicom|nifti|png|jpe?g|tiff?|csv|tsv|jsonl?|parquet|xlsx|ods|\d{1,2})$/

/** Words of a name that may be someone's: no short ones, and of numbers only long ones. */
const wordsIn = (name: string): readonly string[] =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 2 && !common.test(word) && !/^\d{1,4}$/.test(word))

/** Names of the folders and the file of a path, without the file's ending, in lower case. */
function namesWithin(path: string): readonly string[] {
  const parts = path.toLowerCase().split(/[/\\]+/)
  return parts
    .map((part, i) => (i === parts.length - 1 ? part.replace(/\.(?:nii\.gz|[^.]{1,7})$/, '') : part))
    .filter(part => part.length > 1 && !common.test(part))
}

/** Which fields each table's samples have from the name of a table or folder. */
function fieldsFromNames({ mapping }: ReadDataset): ReadonlyMap<string, ReadonlySet<string>> {
  const fieldsByFile = new Map<string, ReadonlySet<string>>()
  for (const { file, entry } of mapping?.tables ?? []) {
    const table = entry === null ? undefined : mapping?.document.tables[entry]
    if (!table) continue
    const { variants } = table
    const sources: readonly (readonly [string, readonly (Source | null | undefined)[]])[] = [
      ['id', [table.id]],
      ['hint', [table.hint]],
      ['task', [table.task, ...variants.map(({ task }) => task)]],
      ['modality', [table.modality, ...variants.map(({ modality }) => modality)]],
      ['parts', [table.anatomy, ...variants.map(({ anatomy }) => anatomy)]],
    ]
    const isName = (source: Source | null | undefined) =>
      source !== null && source !== undefined && 'from' in source && source.from !== 'split'
    const named = sources.filter(([, all]) => all.some(isName)).map(([key]) => key)
    if (named.length > 0) fieldsByFile.set(file, new Set(named))
  }
  return fieldsByFile
}

/** What is asked and answered stays as it is. */
const isContent = (key: string): boolean => /^(?:question|(?:gt_)?answer|accepted$|option|[A-Z]$)/.test(key)

/** Whether a text names a file: its rooted path or the end of it, with or without a frame. */
function isNamed(path: string, text: string): boolean {
  if (text === path) return true
  if (!/[./\\]/.test(text)) return false
  const named = splitPart(text).path.replaceAll('\\', '/').replace(/^\.\//, '')
  const file = splitPart(path).path
  return file === named || file.endsWith(`/${named}`)
}

/** Whether a field of a row without an image may name a file. */
const mayName = (key: string, text: string): boolean =>
  !isContent(key) && (/image|path|file/i.test(key) || /\.(?:dcm|dicom|ima)$/i.test(text))

/** The same fields with other texts, those of lists and objects within them included. */
function renameTexts(fields: JsonObject, rename: (text: string, key: string) => string): JsonObject {
  const value = (one: Json, key: string): Json => {
    if (typeof one === 'string') return rename(one, key)
    if (isJsonArray(one)) return one.map(item => value(item, key))
    return isJsonObject(one) ? renameTexts(one, rename) : one
  }
  return Object.fromEntries(
    Object.entries(fields).map(([key, one]) => [key, one === undefined ? one : value(one, key)]),
  )
}
