import type { ByteFile, Bytes } from '../bytes.ts'
import { imageInJson, imageInText, type SizeCheck } from '../embedded.ts'
import { asUtf8 } from '../encoding.ts'
import type { ParquetImages } from '../parquet/parquet-image.ts'
import { isPlain, lastLocator, referenceParts, referenceTo } from '../reference.ts'
import { readerPart, TableError } from '../table-error.ts'
import { readArchive, unpackMember } from './archives.ts'
import { gzippedName, isGzipped, openGzipped } from './decompressed.ts'
import type { Member } from './zip-archive.ts'

/** Few data sets are parquet files: their reader is loaded by the first that is. */
const parquetImages = () => readerPart(import('../parquet/parquet-image.ts'))

/** Maximum number of open files: their handles and directories, not their content. */
const MOST_OPEN = 64

/** Tables that are text are read as UTF-8, and places in them are counted so. */
const textFile = async (file: ByteFile): Promise<ByteFile> =>
  /\.(?:tsv|csv|psv|txt|jsonl?|ndjson)$/i.test(file.name) ? asUtf8(file) : file

/** The files of a folder and their contents: members of archives, images in tables. */
export class ContainerFiles {
  readonly #openFile: (path: string) => Promise<ByteFile>
  readonly #open = new Map<string, Promise<ByteFile>>()
  readonly #archives = new Map<string, Promise<ReadonlyMap<string, Member>>>()
  #unpacked: ByteFile | null = null
  #lastParquet: { readonly file: ByteFile; readonly images: ParquetImages } | null = null

  /** @param open a file of the folder by its rooted path; what it throws passes through */
  constructor(open: (path: string) => Promise<ByteFile>) {
    this.#openFile = open
  }

  /**
   * @param path rooted path of a file, or a reference to a member of an archive
   * @throws TableError file-missing, path-outside-folder, bad-archive, file-too-large
   */
  file(path: string): Promise<ByteFile> {
    const place = lastLocator(path)
    if (place) return this.#member(path, place)
    return kept(this.#open, path, () => this.#openFile(path).then(textFile))
  }

  /** The members of an archive, by its rooted path. @throws TableError as `file` */
  members(path: string): Promise<ReadonlyMap<string, Member>> {
    return kept(this.#archives, path, () => this.file(path).then(readArchive))
  }

  /**
   * The encoded file of an image that is inside another file.
   * @param reference with a locator
   * @param check receives its size before it is read or unpacked, and throws if it is too large
   * @throws TableError as `file`; image-unreadable
   */
  async image(reference: string, check: SizeCheck): Promise<Bytes> {
    const place = lastLocator(reference)
    if (!place || !isPlain(reference)) throw outside(reference)
    try {
      return await this.#image(place, check)
    } catch (error) {
      // The file may have changed since it was opened: a later request reads its current state.
      this.#forget(place.container)
      throw error
    }
  }

  async #image(place: Place, check: SizeCheck): Promise<Bytes> {
    const { container, locator } = place
    // Workbooks are archives, with the pictures of their cells.
    if (/\.(?:zip|xlsx|xlsm|ods)$/i.test(container)) {
      const member = await this.#zipMember(place, check)
      return member.read(0, member.size)
    }
    const file = await this.file(container)
    if (/\.(?:tsv|csv|psv|txt)$/i.test(container)) return imageInText(file, locator, check)
    if (/\.parquet$/i.test(container)) return (await this.#parquet(file)).read(locator, check)
    return imageInJson(file, locator, check)
  }

  #forget(path: string): void {
    const [file] = referenceParts(path)
    for (const cache of [this.#open, this.#archives])
      for (const known of cache.keys()) if (referenceParts(known)[0] === file) cache.delete(known)
    this.#unpacked = null
    this.#lastParquet = null
  }

  /** The last one is cached, with its metadata and the page that was read last. */
  async #parquet(file: ByteFile): Promise<ParquetImages> {
    const { ParquetImages } = await parquetImages()
    if (this.#lastParquet?.file !== file) this.#lastParquet = { file, images: new ParquetImages(file) }
    return this.#lastParquet.images
  }

  /** The last unpacked one is cached until the next one is unpacked. */
  async #member(path: string, place: Place): Promise<ByteFile> {
    if (this.#unpacked?.name === path) return this.#unpacked
    if (!isPlain(path)) throw outside(path)
    const file = await textFile(await this.#inside(path, place))
    this.#unpacked = file
    return file
  }

  async #inside(path: string, place: Place): Promise<ByteFile> {
    const { container, locator } = place
    if (/\.zip$/i.test(container)) return this.#zipMember(place)
    if (!isGzipped(container)) throw outside(path)
    if (locator !== gzippedName(container)) throw missing(path)
    return openGzipped(await this.file(container))
  }

  async #zipMember({ container, locator }: Place, check?: SizeCheck): Promise<ByteFile> {
    const [archive, members] = await Promise.all([this.file(container), this.members(container)])
    const member = members.get(locator)
    if (!member) throw missing(referenceTo(container, locator))
    check?.(member.size)
    return unpackMember(archive, member)
  }
}

/** Caches the newest `MOST_OPEN` open files; failures are not cached. */
function kept<T>(cache: Map<string, Promise<T>>, path: string, open: () => Promise<T>): Promise<T> {
  const known = cache.get(path)
  if (known !== undefined) return known
  const [oldest] = cache.keys()
  if (cache.size >= MOST_OPEN && oldest !== undefined) cache.delete(oldest)
  const opened = open()
  cache.set(path, opened)
  opened.catch(() => cache.delete(path))
  return opened
}

type Place = NonNullable<ReturnType<typeof lastLocator>>

function missing(subject: string): TableError {
  const message = 'The archive does not contain this file.'
  const remedy = 'Add the file and open the data set again.'
  return new TableError({ code: 'file-missing', subject, message, remedy })
}

function outside(subject: string): TableError {
  const message = 'This path leads out of its container.'
  const remedy = 'Use paths inside the picked folder.'
  return new TableError({ code: 'path-outside-folder', subject, message, remedy })
}
