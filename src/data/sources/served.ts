import { type ErrorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import type { OnnxOutline } from '../../engine/model/onnx-outline.ts'
import type { SourceKind } from '../../engine/protocol/identity.ts'
import type { FileBytes, FolderFile, FolderSource } from './source.ts'

/** Milliseconds before each further attempt to read a file that comes with the page. */
const pauses = [300, 1500]

/**
 * A folder that our own server hands out below one address, with its list of files in `files.json`: the
 * bundled demo, and whatever `npm run evaluate` was pointed at.
 */
export class ServedSource implements FolderSource {
  readonly kind: SourceKind
  readonly name: string
  readonly #base: string

  /** @param base same-origin address, ending in `/` */
  constructor(kind: 'bundled' | 'served', name: string, base: string) {
    this.kind = kind
    this.name = name
    this.#base = base
  }

  async list(onProgress?: (files: number) => void): Promise<readonly FolderFile[]> {
    const files: FolderFile[] = await this.#again(async () =>
      this.#body('files.json', (await this.#fetch('files.json')).json()),
    )
    onProgress?.(files.length)
    return files
  }

  /**
   * What comes with the page is small, and copied: in Firefox (153, about one run of four on a busy machine) the blob of
   * an answer, handed to another thread, later reads as if it were empty, its size unchanged.
   */
  open(path: string): Promise<Blob> {
    return this.#again(async () => {
      const response = await this.#fetch(path)
      if (this.kind !== 'bundled') return this.#body(path, response.blob())
      return new Blob([await this.#body(path, response.arrayBuffer())])
    })
  }

  /** Those of the demo's model, which the build has written. */
  async outlines(): Promise<Readonly<Record<string, OnnxOutline>>> {
    if (this.kind !== 'bundled') return {}
    const blob = await this.open('outlines.json')
    return JSON.parse(await blob.text())
  }

  /** A server's date has whole seconds, and may be that of its start. */
  bytes(path: string, check: (size: number) => void): Promise<FileBytes> {
    return this.#again(async () => {
      const response = await this.#fetch(path)
      try {
        check(Number(response.headers.get('content-length') ?? 0))
      } catch (error) {
        await response.body?.cancel()
        throw error
      }
      return { bytes: await this.#body(path, response.arrayBuffer()), modified: null }
    })
  }

  async size(path: string): Promise<number> {
    const response = await this.#again(() => this.#fetch(path, {}, 'HEAD'))
    return Number(response.headers.get('content-length') ?? 0)
  }

  async read(path: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (start >= end) return new Uint8Array()
    return this.#again(async () => {
      const response = await this.#fetch(path, { range: `bytes=${start}-${end - 1}` })
      const bytes = new Uint8Array(await this.#body(path, response.arrayBuffer()))
      // A server may send the whole file instead.
      return response.status === 206 ? bytes : bytes.subarray(start, end)
    })
  }

  /**
   * The page's own files come through its service worker, which a browser stops when it deletes all data of the page:
   * they are requested again.
   */
  async #again<T>(read: () => Promise<T>): Promise<T> {
    for (const pause of this.kind === 'bundled' ? pauses : [])
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof VoxelwiseError) || error.info.code !== 'file-unreadable') throw error
        await new Promise(resolve => setTimeout(resolve, pause))
      }
    return read()
  }

  async #fetch(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method: 'GET' | 'HEAD' = 'GET',
  ): Promise<Response> {
    const subject = `${this.name}/${path}`
    const address = this.#base + path.split('/').map(encodeURIComponent).join('/')
    const response = await fetch(address, { headers, method }).catch(cause => {
      const message = 'The Voxelwise server did not answer.'
      const remedy = 'Check that `npm start` is still running, then reload the page.'
      throw new VoxelwiseError({ code: 'file-unreadable', subject, message, remedy, cause })
    })
    // A host that answers every unknown path with the page itself would hand us HTML for a file.
    const page = !path.endsWith('.html') && response.headers.get('content-type')?.startsWith('text/html')
    if (response.ok && !page) return response
    throw new VoxelwiseError({ ...unanswered(page ? 404 : response.status), subject })
  }

  /** @throws VoxelwiseError file-unreadable where the answer breaks off */
  #body<T>(path: string, body: Promise<T>): Promise<T> {
    return body.catch(cause => {
      const subject = `${this.name}/${path}`
      const message = 'The server stopped sending in the middle of this file.'
      const remedy = 'Check that the file can be read to its end, then try again.'
      throw new VoxelwiseError({ code: 'file-unreadable', subject, message, remedy, cause })
    })
  }
}

function unanswered(status: number): Omit<ErrorInfo, 'subject'> {
  if (status === 404) {
    const remedy = 'Check that the file is in the folder, then try again.'
    return { code: 'file-missing', message: 'The server has no such file (status 404).', remedy }
  }
  if (status === 403) {
    const message = 'The server may not read this file (status 403).'
    return { code: 'permission-denied', message, remedy: 'Check its permissions, then try again.' }
  }
  const message = `The server could not read this file (status ${status}).`
  return { code: 'file-unreadable', message, remedy: 'Check that the file can be opened, then try again.' }
}
