/** The readers of the package with errors of our own. */
import {
  type ByteFile,
  type Member,
  readArchive,
  readDelimited,
  readLines,
  readSpreadsheet,
  type SheetTable,
  type TextLine,
  unpackMember,
} from '@voxelwise/tables'
import { eachOurs, ours, withOurErrors } from './ours.ts'

/** @throws VoxelwiseError bad-table, file-too-large, and as the file's `read` */
export const delimitedTable = (file: ByteFile): ReturnType<typeof readDelimited> =>
  ours(readDelimited(file).then(withOurErrors))

/** @throws VoxelwiseError bad-table, bad-archive, file-too-large, page-outdated, and as the file's `read` */
export const sheetsInFile = (file: ByteFile): Promise<readonly SheetTable[]> =>
  ours(readSpreadsheet(file).then(sheets => sheets.map(withOurErrors)))

/** @throws VoxelwiseError file-too-large, bad-json if a line is not UTF-8; as the file's `read` */
export const textLines = (file: ByteFile): AsyncGenerator<TextLine> => eachOurs(readLines(file))

/** @throws VoxelwiseError bad-archive, file-too-large, page-outdated, and as the file's `read` */
export const archiveMembers = (file: ByteFile): Promise<ReadonlyMap<string, Member>> =>
  ours(readArchive(file))

/** @throws VoxelwiseError bad-archive, file-too-large, page-outdated, and as the file's `read` */
export const openMember = (file: ByteFile, member: Member): Promise<ByteFile> =>
  ours(unpackMember(file, member))
