/** A folder of this machine for the page: its list of files, and each of them, whole or in part. */
import { constants, type Stats, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { jsonAnswer, plainAnswer } from '../../../build/local-requests.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import type { FolderFile } from '../../data/sources/source.ts'
import { type ByteRange, requestedRange } from '../../engine/base/byte-range.ts'

/**
 * Answers with `files.json` (every file with its size) or with a file of the folder. Links are followed, wherever they
 * lead: Hugging Face's cache consists of them. A file that cannot be read affects one answer only: it gets an error
 * status (403, 404 or 500), or a closed connection if its beginning was already sent.
 * @param root the folder, or a file that represents its folder, as its only table
 * @param url path below the folder, percent-encoded, without a leading slash
 */
export async function answerFromFolder(
  root: string,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathInFolder(url, process.platform)
  response.setHeader('cache-control', 'no-store')
  if (path === null) return plainAnswer(response, 404, 'There is no such file.')
  if (path !== 'files.json')
    return answerFile(join(pickedPath(root).folder, path), 'application/octet-stream', request, response)
  await orItsStatus(response, async () => jsonAnswer(response, 200, await filesWithSizes(root)))
}

/** Answers with a file of this machine, whole or in part, or with a status for why it cannot be read. */
export async function answerFile(
  path: string,
  type: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await orItsStatus(response, async () => {
    // Without O_NONBLOCK, opening a FIFO would wait for its writer.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      await send(file, type, request, response)
    } finally {
      await file.close()
    }
  })
}

async function orItsStatus(response: ServerResponse, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // The declared bytes can no longer be sent: only a closed connection shows that.
    if (response.headersSent) response.destroy()
    else plainAnswer(response, statusOfError(error), 'This file cannot be read.')
  }
}

/** The path below a folder that a percent-encoded address names; null where it names none, or could lead out of it. */
export function pathInFolder(url: string, platform: NodeJS.Platform): string | null {
  try {
    const parts = url.split('/').map(decodeURIComponent)
    const isOutside = (part: string): boolean =>
      part === '' ||
      part === '.' ||
      part === '..' ||
      /[/\0]/.test(part) ||
      (platform === 'win32' && /[\\:]/.test(part))
    return parts.some(isOutside) ? null : parts.join('/')
  } catch {
    return null
  }
}

/** @returns the HTTP status for why a file cannot be read */
function statusOfError(error: unknown): 403 | 404 | 500 {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 403
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'ENXIO':
      return 404
    default:
      return 500
  }
}

async function send(
  file: FileHandle,
  type: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const stat = await file.stat()
  if (!stat.isFile()) return plainAnswer(response, 404, 'There is no such file.')
  response.setHeader('content-type', type)
  response.setHeader('accept-ranges', 'bytes')
  const part = requestedRange(request.headers.range, stat.size)
  if (part === null) {
    response.setHeader('content-range', `bytes */${stat.size}`)
    return plainAnswer(response, 416, 'The file has no such part.')
  }
  const { start, end } = part
  const bytes = end > start && request.method !== 'HEAD' ? readBytes(file, part) : null
  // The first bytes are read before the status is sent, so that an unreadable file gets its own status.
  const first = await bytes?.next()
  if (end - start < stat.size) {
    response.statusCode = 206
    response.setHeader('content-range', `bytes ${start}-${end - 1}/${stat.size}`)
  }
  response.setHeader('content-length', end - start)
  if (!bytes || !first || first.done) return void response.end()
  response.write(first.value)
  await pipeline(bytes, response)
}

/** @throws Error where the file ends before the part does: it has been cut since it was measured */
async function* readBytes(
  file: FileHandle,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer, void, undefined> {
  let at = start
  for await (const chunk of file.createReadStream({ start, end: end - 1, autoClose: false })) {
    at += chunk.length
    yield chunk
  }
  if (at < end) throw new Error('The file is shorter than it was.')
}

/** Every file that is part of it with its size; without those that vanished since they were listed. */
async function filesWithSizes(root: string): Promise<readonly FolderFile[]> {
  const { folder, source } = pickedPath(root)
  const files = await source.list()
  return files.flatMap(({ path }) => {
    const stat = statIfThere(join(folder, path))
    return stat ? [{ path, size: stat.size }] : []
  })
}

function statIfThere(file: string): Stats | null {
  try {
    return statSync(file)
  } catch {
    return null
  }
}
