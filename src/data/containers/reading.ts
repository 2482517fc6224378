/** Reading files of rows and archives with errors of our own: the package does not know them. */

import { unrooted } from '@voxelwise/python'
import {
  type ByteFile,
  type Bytes,
  ContainerFiles,
  type JsonFile,
  type Member,
  type ParquetTable,
  readArchive,
  readDelimited,
  readJsonRows,
  readLines,
  readParquet,
  readSpreadsheet,
  type SheetTable,
  type SizeCheck,
  type Table,
  type TextLine,
  unpackMember,
} from '@voxelwise/tables'
import { ownTableError } from '../sources/own-table-errors.ts'
import type { FolderSource } from '../sources/source.ts'
import { openBytes } from './bytes.ts'

/** @throws VoxelwiseError bad-table, file-too-large, and as the file's `read` */
export const delimitedTable = (file: ByteFile): ReturnType<typeof readDelimited> =>
  ours(readDelimited(file).then(withOurErrors))

/** @throws VoxelwiseError bad-json, file-too-large, and as the file's `read` */
export const jsonFile = (file: ByteFile): Promise<JsonFile> =>
  ours(
    readJsonRows(file).then(content =>
      'tables' in content ? { tables: content.tables.map(withOurErrors) } : content,
    ),
  )

/** @throws VoxelwiseError bad-table, file-too-large, and as the file's `read` */
export const parquetTable = (file: ByteFile): Promise<ParquetTable> =>
  ours(readParquet(file).then(withOurErrors))

/** @throws VoxelwiseError bad-table, bad-archive, file-too-large, page-outdated, and as the file's `read` */
export const sheetsInFile = (file: ByteFile): Promise<readonly SheetTable[]> =>
  ours(readSpreadsheet(file).then(sheets => sheets.map(withOurErrors)))

/** @throws VoxelwiseError file-too-large, bad-json if a line is not UTF-8; as the file's `read` */
export const textLines = (file: ByteFile): AsyncGenerator<TextLine> => eachOurs(readLines(file))

/** @throws VoxelwiseError bad-archive, file-too-large, and as the file's `read` */
export const archiveMembers = (file: ByteFile): Promise<ReadonlyMap<string, Member>> =>
  ours(readArchive(file))

/** @throws VoxelwiseError bad-archive, file-too-large, and as the file's `read` */
export const openMember = (file: ByteFile, member: Member): Promise<ByteFile> =>
  ours(unpackMember(file, member))

/** The files of a folder and their contents: members of archives, images in tables. */
export class FolderContents {
  readonly #files: ContainerFiles

  constructor(source: FolderSource) {
    this.#files = new ContainerFiles(path => openBytes(source, unrooted(source.name, path)))
  }

  /** @throws VoxelwiseError as `ContainerFiles.file` and `FolderSource.open` */
  file(path: string): Promise<ByteFile> {
    return ours(this.#files.file(path))
  }

  /** @throws VoxelwiseError as `file` */
  members(path: string): Promise<ReadonlyMap<string, Member>> {
    return ours(this.#files.members(path))
  }

  /** @throws VoxelwiseError as `file`; image-unreadable */
  image(reference: string, check: SizeCheck): Promise<Bytes> {
    return ours(this.#files.image(reference, check))
  }
}

const ours = <T>(work: Promise<T>): Promise<T> =>
  work.catch(error => {
    throw ownTableError(error)
  })

const withOurErrors = <T extends Pick<Table, 'rows'>>(table: T): T => ({
  ...table,
  rows: signal => eachOurs(table.rows(signal)),
})

async function* eachOurs<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw ownTableError(error)
  }
}
