/** From a folder to the tables in it: which of its files contain rows, and the splits and parts in their names. */

import { findStandIn, STAND_IN_BYTES, type StandIn } from '@voxelwise/pixels'
import { byCodePoint, parentFolder, rooted } from '@voxelwise/python'
import {
  type ByteFile,
  gzippedName,
  isDelimited,
  isSpreadsheet,
  type JsonFile,
  type ParquetTable,
  type Row,
  referenceParts,
  referenceTo,
  rowOfFile,
  type Table,
} from '@voxelwise/tables'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import type { BadFile } from '../../../engine/protocol/sample.ts'
import { standsForAnother } from '../../containers/errors.ts'
import { FolderContents } from '../../containers/folder-contents.ts'
import { delimitedTable, sheetsInFile } from '../../containers/reading.ts'
import { jsonFile, parquetTable } from '../../containers/row-files.ts'
import { checkFileCount } from '../../sources/file-limits.ts'
import type { FolderFile, FolderSource, ListedFolder } from '../../sources/source.ts'
import { isPackedTableName, isTableName } from '../../sources/table-files.ts'
import { isMedVisionPlan, medVisionTables, newestPlans } from './medvision-plan.ts'
import { cardSplits, splitOfPath, splitOfWord } from './split-names.ts'
import { type CaseFiles, casesAmong, tableOfCases } from './staged-cases.ts'

export interface FoundTables {
  /** In order of their paths. */
  readonly tables: readonly Table[]
  /** Files that look like tables and cannot be read; later faults are thrown by `Table.rows`. */
  readonly badFiles: readonly BadFile[]
  /**
   * Every file that a row may name: those of the folder, and the members of its archives as
   * `images.zip//figures/0.jpg`. `Sample.image` may contain their rooted paths.
   */
  readonly files: readonly FolderFile[]
  /** What a file is where it only stands for another; null for any other. @param path as in `files` */
  standIn(path: string): Promise<StandIn | null>
}

/** A file of one table. */
interface Shard {
  readonly path: string
  readonly table: ParquetTable
}

/** Whether a folder with these files may contain tables; checked before a byte of them is read. */
export function mayHoldTables(files: readonly FolderFile[]): boolean {
  return files.some(
    ({ path, size }) =>
      (isTableFile(path) && (size !== 0 || !/\.txt$/i.test(path))) || isArchive(path) || isPackedTable(path),
  )
}

/** Text about the project. */
const ofProject = /(?:^|\/)(?:readme|licen[cs]e|requirements|copying|notice|changelog|robots)[^/]*\.txt$/i
/** Hugging Face's files that are not data, and the leftovers of archivers, systems, editors and Excel (`~$name.xlsx`). */
const besides =
  /(?:^|\/)(?:dataset_infos?|state|dataset_dict)\.json$|(?:^|\/)(?:\.|~\$|__MACOSX\/)|\.bak\.[^/]*$/
/** Settings and vocabulary of a model: with some goodwill, lists of tokens are questions with options. */
const ofModel =
  /(?:^|\/)(?:(?:genai_|generation_|preprocessor_|processor_|tokenizer_|video_preprocessor_)?config|tokenizer|vocab|added_tokens|special_tokens_map|chat_template|voxelwise)\.json$/
const isTableFile = (path: string) =>
  isTableName(path) && !besides.test(path) && !ofProject.test(path) && !ofModel.test(path)
/** More text files than these are reports or annotations, a file for each image. */
const MOST_TEXTS = 50
const isText = (path: string): boolean => /\.txt$/i.test(path)
const isArchive = (path: string) => /\.zip$/i.test(path) && !besides.test(path)
/** `rows.jsonl.gz`. */
const isPackedTable = (path: string) => isPackedTableName(path) && isTableFile(path.slice(0, -'.gz'.length))

/**
 * Every table of a folder. Of each file only the start (for parquet the end) is read until its rows are requested; a
 * JSON file that is no array is parsed as a whole.
 * @throws VoxelwiseError if the folder itself cannot be read
 */
export async function listTables(
  { source, files }: ListedFolder,
  signal: AbortSignal | undefined,
): Promise<FoundTables> {
  const card = cardSplits(await readCard({ source, files }))
  const reader = new TableFiles(
    source,
    path => card.find(({ holds }) => holds(path))?.split ?? splitOfPath(path),
  )
  const all = await reader.withMembers(files)
  checkFileCount(source.name, all.length)
  const { cases, others } = casesAmong(tablePaths(all))
  for (const each of cases) reader.addCases(each)
  for (const path of others) {
    signal?.throwIfAborted()
    await reader.addFile(path)
  }
  return {
    tables: reader.tables(),
    badFiles: reader.badFiles,
    files: all,
    standIn: path => reader.standIn(path),
  }
}

/** The files that may have rows, in order. */
function tablePaths(files: readonly FolderFile[]): readonly string[] {
  const texts = files.filter(({ path }) => isText(path)).length
  const named = files
    .map(file => file.path)
    .filter(path => isTableFile(path) && !(isText(path) && texts > MOST_TEXTS))
  return newestPlans(named.sort(byCodePoint))
}

/** The tables of a folder, file by file: some files are one table, some have several, and some are rows or shards of one. */
class TableFiles {
  readonly badFiles: BadFile[] = []
  readonly #source: FolderSource
  readonly #containers: FolderContents
  readonly #findSplit: (path: string) => string | null
  readonly #found: { readonly path: string; readonly table: Table }[] = []
  readonly #shards = new Map<string, Shard[]>()
  readonly #rowFiles = new Map<string, { readonly members: string[]; readonly columns: readonly string[] }>()

  constructor(source: FolderSource, findSplit: (path: string) => string | null) {
    this.#source = source
    this.#containers = new FolderContents(source)
    this.#findSplit = findSplit
  }

  /** The files of the folder, and what its archives and packed files hold. */
  async withMembers(files: readonly FolderFile[]): Promise<readonly FolderFile[]> {
    const all = [...files]
    // An archive in an archive, as authors publish images; none in that one.
    for (const { path } of files.filter(file => isArchive(file.path)))
      for (const member of await this.#listMembers(path))
        if (isArchive(member.path)) all.push(...(await this.#listMembers(member.path)))
        else all.push(member)
    for (const { path, size } of all.filter(file => isPackedTable(file.path)))
      all.push({ path: referenceTo(path, gzippedName(path)), size })
    return all
  }

  addCases(cases: CaseFiles): void {
    const table = tableOfCases(cases, path => this.#file(path))
    this.#found.push({ path: cases.files[0]?.path ?? cases.task, table })
  }

  async addFile(path: string): Promise<void> {
    try {
      for (const table of await this.#tablesIn(path)) this.#found.push({ path, table })
    } catch (error) {
      await this.#leaveOut(path, error)
    }
  }

  /** In order of their paths, those of several files among them. */
  tables(): readonly Table[] {
    const all = [
      ...this.#found,
      ...Array.from(this.#rowFiles, ([folder, { members, columns }]) => ({
        path: `${folder}/`,
        table: this.#tableOfRowFiles(folder, members, columns),
      })),
      ...Array.from(this.#shards, ([path, parts]) => ({ path, table: this.#tableOfShards(path, parts) })),
    ]
    return all.sort((a, b) => byCodePoint(a.path, b.path)).map(({ table }) => table)
  }

  async standIn(path: string): Promise<StandIn | null> {
    const file = await this.#file(path)
    return findStandIn(await file.read(0, Math.min(file.size, STAND_IN_BYTES)))
  }

  #file(path: string): Promise<ByteFile> {
    return this.#containers.file(rooted(this.#source.name, path))
  }

  async #listMembers(path: string): Promise<readonly FolderFile[]> {
    try {
      const members = await this.#containers.members(rooted(this.#source.name, path))
      return Array.from(members.values(), member => ({
        path: referenceTo(path, member.path),
        size: member.size,
      }))
    } catch (error) {
      await this.#leaveOut(path, error)
      return []
    }
  }

  async #leaveOut(path: string, error: unknown): Promise<void> {
    if (!(error instanceof VoxelwiseError)) throw error
    const root = this.#source.name
    // An archive or a packed file that cannot be opened may only stand for one.
    const [container] = referenceParts(path)
    const other = error.info.code === 'bad-archive' ? await this.standIn(container).catch(() => null) : null
    const named = other ? standsForAnother('bad-archive', rooted(root, container), other) : error
    this.badFiles.push({ file: rooted(root, path), error: named.info })
  }

  /** The tables that are whole in this file; its rows or its shard are kept for a table of several files. */
  async #tablesIn(path: string): Promise<readonly Table[]> {
    const file = await this.#file(path)
    const other = isText(path) ? null : await this.standIn(path)
    if (other) throw standsForAnother('bad-table', file.name, other)
    const split = this.#findSplit(path)
    if (/\.(?:tsv|csv|psv|txt)$/i.test(path)) {
      if (isText(path) && !(await isDelimited(file))) return []
      return [{ ...(await delimitedTable(file)), name: baseName(path), split }]
    }
    if (isSpreadsheet(path)) {
      const sheets = await sheetsInFile(file)
      return sheets.map(sheet => ({
        ...sheet,
        name: sheets.length > 1 ? sheet.name : baseName(path),
        split: splitOfPath(sheet.name) ?? split,
      }))
    }
    if (/\.parquet$/i.test(path)) {
      const shard = { path, table: await parquetTable(file) }
      getOrMake(this.#shards, path.replace(shardEnding, ''), () => []).push(shard)
      return []
    }
    if (isMedVisionPlan(path)) return medVisionTables(file)
    const content = await jsonFile(file)
    if ('tables' in content) return content.tables.map(table => jsonTable(path, table, split))
    const columns = Object.keys(content.row)
    getOrMake(this.#rowFiles, parentFolder(path), () => ({ members: [], columns })).members.push(path)
    return []
  }

  #tableOfShards(path: string, parts: readonly Shard[]): Table {
    return {
      name: partName(path, this.#source.name),
      split: this.#findSplit(parts[0]?.path ?? path),
      columns: parts[0]?.table.columns ?? [],
      async *rows(signal) {
        for (const { table } of parts) yield* table.rows(signal)
      },
    }
  }

  #tableOfRowFiles(folder: string, members: readonly string[], columns: readonly string[]): Table {
    const readRow = (path: string) => this.#readRow(path)
    return {
      name: folder === '' ? this.#source.name : baseName(folder),
      split: splitOfPath(folder),
      columns,
      async *rows(signal) {
        for (const path of members) {
          signal?.throwIfAborted()
          yield await readRow(path)
        }
      },
    }
  }

  async #readRow(path: string): Promise<Row> {
    const file = await this.#file(path)
    const content: JsonFile = await jsonFile(file)
    if ('row' in content) return rowOfFile(content.row, file, 0)
    throw new VoxelwiseError({
      code: 'not-an-object',
      subject: file.name,
      message: 'The file is no longer one row.',
      remedy: 'Open the folder again.',
    })
  }
}

/** The beginning of the data set's card; empty where there is none, or where it cannot be read: it is a help. */
async function readCard({ source, files }: ListedFolder): Promise<string> {
  if (!files.some(({ path }) => path === 'README.md')) return ''
  try {
    return await (await source.open('README.md')).slice(0, 64_000).text()
  } catch (error) {
    if (error instanceof VoxelwiseError) return ''
    throw error
  }
}

type Inner = Extract<JsonFile, { readonly tables: unknown }>['tables'][number]

/** A table within a file is called by the names that lead to it; a split may be one of them. */
function jsonTable(path: string, { path: within, columns, rows }: Inner, ofFile: string | null): Table {
  const split = within.map(splitOfWord).findLast(word => word !== null)
  const names = within.filter(part => splitOfWord(part) === null)
  return { name: names.join('/') || baseName(path), split: split ?? ofFile, columns, rows }
}

/** The names of a table's shards: `test-00000-of-00002.parquet`, or `test/0000.parquet` as converted by the hub. */
const shardEnding = /(?:-\d{5}-of-\d{5}(?:-[0-9a-f]+)?|\/\d{4})?\.parquet$/i

/** The name of a sharded table: the innermost folder that is not just a split, else the data set's name. */
function partName(path: string, dataset: string): string {
  const parts = path.split('/').filter(part => part !== 'data' && splitOfPath(part) === null)
  return parts.at(-1) ?? dataset
}

/** The file's or folder's own name, without its ending. */
const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
