/** Few files are archives: their reader is loaded by the first that is. */
import type { ByteFile } from '../bytes.ts'
import { readerPart } from '../table-error.ts'
import type { Member } from './zip-archive.ts'

const zipArchives = () => readerPart(import('./zip-archive.ts'))

/** The members of an archive by their paths. @throws TableError bad-archive, file-too-large; ReaderMissing; as the file's `read` */
export async function readArchive(file: ByteFile): Promise<ReadonlyMap<string, Member>> {
  const { listMembers } = await zipArchives()
  return listMembers(file)
}

/**
 * A member as a file: a part of the archive where it is not packed, else unpacked in memory.
 * @throws TableError bad-archive; file-too-large where it would have to be unpacked and is too large for that; ReaderMissing
 */
export async function unpackMember(file: ByteFile, member: Member): Promise<ByteFile> {
  const { openZipMember } = await zipArchives()
  return openZipMember(file, member)
}
