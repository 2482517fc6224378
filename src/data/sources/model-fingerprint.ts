/** What identifies a model's files before they are loaded. */
import { sessionFile } from '../../engine/model/layout.ts'
import type { Dtype } from '../../engine/protocol/device.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { Fingerprint } from './fingerprint.ts'

/** Which bytes of a weight file of this size are read, as [start, end): reading all of gigabytes would take minutes. */
type Pieces = (size: number) => readonly (readonly [number, number])[]

const mebibyte = 1 << 20
const pieceBytes = 1 << 12
const mostPieces = 4096

/**
 * Up to 4,096 pieces of 4 KiB at equal distances, the file's two ends among them. A file of up to 16 MiB is read whole.
 * Between two pieces of a file of 4 GiB lies 1 MiB, so a changed tensor of more bytes than that is noticed.
 */
const spread: Pieces = size => {
  if (size <= pieceBytes * mostPieces) return [[0, size]]
  const step = (size - pieceBytes) / (mostPieces - 1)
  return Array.from({ length: mostPieces }, (_, at) => {
    const start = Math.floor(at * step)
    return [start, start + pieceBytes]
  })
}

/** The rule of versions before December 2026, by which their stored runs are still compared. */
const bothEnds: Pieces = size => [
  [0, Math.min(mebibyte, size)],
  [Math.max(mebibyte, size - mebibyte), Math.max(mebibyte, size)],
]

/**
 * SHA-256 (hex) over the model's JSON and template files, and over name, size and pieces of every weight file of one precision.
 * @param known the fingerprint that a stored run has, null if there is none: where it is this model's by the earlier rule, it
 * is returned
 */
export async function modelFingerprint(
  folder: ModelFolder,
  sessions: readonly string[],
  dtype: Dtype,
  known: string | null,
): Promise<string> {
  if (folder.copied?.dtype === dtype) return folder.copied.fingerprint
  const now = await fingerprintModel(folder, sessions, dtype, ' spread', spread)
  if (known === null || known === now) return now
  return (await fingerprintModel(folder, sessions, dtype, '', bothEnds)) === known ? known : now
}

async function fingerprintModel(
  folder: ModelFolder,
  sessions: readonly string[],
  dtype: Dtype,
  rule: string,
  pieces: Pieces,
): Promise<string> {
  const fingerprint = new Fingerprint()
  const weights = new Set(sessions.map(session => sessionFile(session, dtype)))
  const { written } = folder
  // A data file may have any name, so all files next to the graphs count.
  const isWeight = (path: string): boolean =>
    written
      ? path.endsWith('.safetensors')
      : weights.has(path) || (path.startsWith('onnx/') && !path.endsWith('.onnx'))
  const files = folder.files
    .filter(({ path }) => !written?.has(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  if (written) await fingerprint.add(`graphs written in ${dtype}`, new Uint8Array())
  for (const { path, size } of files) {
    if (isWeight(path)) {
      const blob = await folder.open(path)
      const read = pieces(size).map(([start, end]) => blob.slice(start, end).arrayBuffer())
      const bytes = await new Blob(await Promise.all(read)).arrayBuffer()
      await fingerprint.add(`${path} ${size}${rule}`, new Uint8Array(bytes))
    } else if (!path.includes('/') && /\.(json|jinja)$/.test(path)) {
      await fingerprint.add(path, new Uint8Array(await (await folder.open(path)).arrayBuffer()))
    }
  }
  return fingerprint.digest()
}
