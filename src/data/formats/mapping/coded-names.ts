/**
 * Names in the mapping of a private data set, as records hold them: encrypted under a key that is made of its tables. A
 * name can be read again where the tables are, on any machine, and nowhere else.
 */
import { unrooted } from '@voxelwise/python'
import { sha256 } from '../../../engine/base/sha256.ts'
import type { MappingDocument, TableMapping } from './document.ts'
import type { Head } from './heads.ts'

const utf8 = new TextEncoder()

/** A code is `~`, and in base64 the first 16 bytes of a digest with the encrypted name behind them. */
const code = /^~[A-Za-z0-9+/]{22,}$/
const digestLength = 16

export class NameCodes {
  readonly #secret: string
  readonly #key: CryptoKey

  private constructor(secret: string, key: CryptoKey) {
    this.#secret = secret
    this.#key = key
  }

  /** @param root the picked folder's own name, which is no part of the key */
  static async of(heads: readonly Head[], root: string): Promise<NameCodes> {
    const texts = heads.map(({ file, table, rows }) => [
      unrooted(root, file),
      table.columns,
      rows.map(({ cells }) => Object.values(cells).filter(cell => typeof cell === 'string')),
    ])
    const secret = await sha256(utf8.encode(JSON.stringify(texts.map(text => JSON.stringify(text)).sort())))
    const bytes = await crypto.subtle.digest('SHA-256', utf8.encode(`key ${secret}`))
    const key = await crypto.subtle.importKey('raw', bytes, 'AES-CTR', false, ['encrypt', 'decrypt'])
    return new NameCodes(secret, key)
  }

  /** Names of files and folders, and of columns that no question needs, as codes. @param clear columns that stay */
  coded(document: MappingDocument, clear: ReadonlySet<string>): Promise<MappingDocument> {
    const file = (name: string) => this.#code(name)
    return withNames(document, file, async column => (clear.has(column) ? column : this.#code(column)))
  }

  /** The same with the names themselves. A code of other tables stays a code, so that the mapping fits no table. */
  readable(document: MappingDocument): Promise<MappingDocument> {
    const name = (text: string) => this.#name(text)
    return withNames(document, name, name)
  }

  async #code(name: string): Promise<string> {
    const digest = await this.#digest(name)
    const hidden = await crypto.subtle.encrypt(cipher(digest), this.#key, utf8.encode(name))
    // Only the end of base64 has this sign.
    return `~${btoa(String.fromCharCode(...digest, ...new Uint8Array(hidden))).replaceAll('=', '')}`
  }

  async #name(text: string): Promise<string> {
    if (!code.test(text)) return text
    const bytes = Uint8Array.from(atob(text.slice(1)), character => character.charCodeAt(0))
    const digest = bytes.slice(0, digestLength)
    const shown = await crypto.subtle.decrypt(cipher(digest), this.#key, bytes.slice(digestLength))
    const name = new TextDecoder().decode(shown)
    const nameDigest = await this.#digest(name)
    return nameDigest.every((byte, i) => byte === digest[i]) ? name : text
  }

  /** Equal names have equal codes, and no two names share a stream of the cipher. */
  async #digest(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const digest = await crypto.subtle.digest('SHA-256', utf8.encode(`name ${this.#secret} ${name}`))
    return new Uint8Array(digest).slice(0, digestLength)
  }
}

const cipher = (counter: Uint8Array<ArrayBuffer>) => ({ name: 'AES-CTR', counter, length: 64 })

type Rename = (name: string) => Promise<string>

async function withNames(document: MappingDocument, file: Rename, column: Rename): Promise<MappingDocument> {
  return { ...document, tables: await Promise.all(document.tables.map(table => named(table, file, column))) }
}

async function named(table: TableMapping, file: Rename, column: Rename): Promise<TableMapping> {
  const { where, join, images, keep, withhold } = table
  const all = (names: readonly string[], rename: Rename) => Promise.all(names.map(rename))
  return {
    ...table,
    where: { ...where, files: await all(where.files, file) },
    join: join && { ...join, files: await all(join.files, file) },
    images: images && {
      ...images,
      folders: await all(images.folders, file),
      ...(images.template !== undefined && { template: await file(images.template) }),
    },
    keep: await all(keep, column),
    withhold: await all(withhold, column),
  }
}
