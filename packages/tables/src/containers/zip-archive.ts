/** A zip file read in place: its list of members once, then each member by itself. */

import { crc32 } from '@voxelwise/pixels'
import { configure, type Entry, Reader, ZipReader } from '@zip.js/zip.js'
import { type ByteFile, type Bytes, memoryBytes, slicedFile } from '../bytes.ts'
import { archiveFault, largeFault, namedFault, reasonIn } from '../faults.ts'
import { MAX_DIRECTORY, MAX_MEMBERS, MAX_UNPACKED } from '../limits.ts'
import { isPlain, referenceTo } from '../reference.ts'
import { decompressed } from './decompressed.ts'
import { unzstd } from './zstd.ts'

// Its own workers would be started from a blob, which the page's security policy forbids.
configure({ useWebWorkers: false })

export interface Member {
  readonly path: string
  /** Bytes unpacked, and as they are in the archive. */
  readonly size: number
  readonly packed: number
  /** Place of its own header in the archive. */
  readonly offset: number
  /** 0: as it is, 8: deflated, 93: Zstandard, as Inspect packs its logs; others are not read. */
  readonly method: number
  readonly crc: number
  readonly isEncrypted: boolean
}

/** What archivers leave behind. */
const besides = /(?:^|\/)(?:__MACOSX\/|\.)/

const localHeader = 30

const zstandard = 93

/** As `readArchive`. */
export async function listMembers(file: ByteFile): Promise<ReadonlyMap<string, Member>> {
  const members = new Map<string, Member>()
  const zip = new ZipReader(new FileReaderOfParts(file))
  try {
    let count = 0
    for await (const entry of zip.getEntriesGenerator()) {
      if (++count > MAX_MEMBERS)
        throw largeFault(
          file.name,
          `The archive contains more than ${MAX_MEMBERS} files.`,
          'Unpack it, and pick a folder further down.',
        )
      const member = readMember(entry)
      if (member && members.has(member.path))
        throw archiveFault(file.name, `it has two members named ${member.path}`)
      if (member) members.set(member.path, member)
    }
  } catch (error) {
    throw namedFault(error, (reason, cause) => archiveFault(file.name, reason, cause))
  } finally {
    await zip.close()
  }
  checkApart([...members.values()], file)
  return members
}

/** zip.js needs a hundred times as much memory per entry. */
function readMember(entry: Entry): Member | null {
  const path = entry.filename.replaceAll('\\', '/')
  if (entry.directory || besides.test(path) || path.includes('//') || !isPlain(path)) return null
  return {
    path,
    size: entry.uncompressedSize,
    packed: entry.compressedSize,
    offset: entry.offset,
    method: entry.compressionMethod,
    crc: entry.crc32 ?? 0,
    isEncrypted: entry.encrypted,
  }
}

/** A zip bomb consists of members that share their bytes. */
function checkApart(members: readonly Member[], file: ByteFile): void {
  let end = 0
  for (const { path, offset, packed } of members.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw archiveFault(file.name, `the member ${path} overlaps another`)
    end = offset + localHeader + packed
    if (end > file.size) throw archiveFault(file.name, `the member ${path} ends after the archive`)
  }
}

/** As `unpackMember`. */
export async function openZipMember(file: ByteFile, member: Member): Promise<ByteFile> {
  const name = referenceTo(file.name, member.path)
  if (member.isEncrypted) throw archiveFault(name, 'it is encrypted')
  const head = await file.read(member.offset, member.offset + localHeader)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < localHeader || view.getUint32(0, true) !== 0x04034b50)
    throw archiveFault(name, 'a listed member is not at its place')
  const start = member.offset + localHeader + view.getUint16(26, true) + view.getUint16(28, true)
  const end = start + member.packed
  if (end > file.size) throw archiveFault(name, 'it ends after the archive')
  if (member.method === 0) {
    if (member.size !== member.packed) throw archiveFault(name, 'it has two lengths')
    return slicedFile(file, name, start, end)
  }
  if (member.method !== 8 && member.method !== zstandard)
    throw archiveFault(name, `it is packed by method ${member.method}; only deflate and Zstandard are read`)
  if (Math.max(member.size, member.packed) > MAX_UNPACKED)
    throw largeFault(
      name,
      `Unpacked it has ${member.size} bytes; the limit is ${MAX_UNPACKED}.`,
      'Unpack the archive, and pick the folder.',
    )
  const packed = await file.read(start, end)
  const unpacked = member.method === zstandard ? fromZstd : inflate
  const bytes = await unpacked(packed, member.size, name)
  if (bytes.length < member.size) throw archiveFault(name, 'it is shorter than listed')
  if (crc32(bytes) !== member.crc) throw archiveFault(name, 'its checksum is another')
  return memoryBytes(name, bytes)
}

function fromZstd(packed: Bytes, size: number, name: string): Bytes {
  if (size === 0) return new Uint8Array()
  try {
    return unzstd(packed, new Uint8Array(size)) as Bytes
  } catch (error) {
    throw archiveFault(name, `its packed bytes are damaged: ${reasonIn(error)}`, error)
  }
}

/** Never makes more than `size` bytes and the piece that goes beyond. */
async function inflate(packed: Bytes, size: number, name: string): Promise<Bytes> {
  const bytes = new Uint8Array(size)
  let filled = 0
  for await (const piece of decompressed(packed, 'deflate-raw', name)) {
    if (filled + piece.length > size) throw archiveFault(name, 'it is longer than listed')
    bytes.set(piece, filled)
    filled += piece.length
  }
  return bytes.subarray(0, filled)
}

/** The zip.js reader for a file that is read in parts. */
export class FileReaderOfParts extends Reader<ByteFile> {
  readonly #file: ByteFile

  constructor(file: ByteFile) {
    super(file)
    this.#file = file
    this.size = file.size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (length > MAX_DIRECTORY)
      throw largeFault(
        this.#file.name,
        `Its list of files has ${length} bytes; the limit is ${MAX_DIRECTORY}.`,
        'Unpack the archive, and pick the folder.',
      )
    return this.#file.read(Math.max(0, index), index + length)
  }
}
