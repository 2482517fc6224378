import { sessionFile } from '../engine/model/layout.ts'
import { type ModelOverview, modelOverview } from '../engine/model/overview.ts'
import type { Device, Dtype } from '../engine/run.ts'
import { type ModelFolder, readFields } from '../engine/runtime/model-folder.ts'
import { Fingerprint } from './fingerprint.ts'
import type { FolderSource } from './source.ts'

/** A picked folder as the engine's runtime reads a model from it. */
export async function openModelFolder(source: FolderSource): Promise<ModelFolder> {
  const open = (path: string): Promise<Blob> => source.open(path)
  const listed = await source.list()
  const files = await Promise.all(
    listed.map(async file => (file.size >= 0 ? file : { ...file, size: (await open(file.path)).size })),
  )
  return { name: source.name, files, open }
}

export async function modelOverviewOf(
  folder: ModelFolder,
  source: FolderSource['kind'],
  device: Device,
): Promise<ModelOverview> {
  return modelOverview(folder.name, source, folder.files, await readFields(folder, 'config.json'), device)
}

/** Bytes read at each end of a weight file: reading gigabytes only to name them would cost minutes. */
const sampled = 1 << 20

/**
 * SHA-256 (hex) over the model's JSON and template files, and over name, size and both ends of every weight
 * file of one precision.
 */
export async function modelFingerprint(
  folder: ModelFolder,
  sessions: readonly string[],
  dtype: Dtype,
): Promise<string> {
  const fingerprint = new Fingerprint()
  const weights = new Set(sessions.map(session => sessionFile(session, dtype)))
  const isWeight = (path: string): boolean =>
    [...weights].some(file => path === file || path.startsWith(`${file}_data`))
  const files = [...folder.files].sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const { path, size } of files) {
    if (isWeight(path)) {
      const blob = await folder.open(path)
      const ends = new Blob([blob.slice(0, sampled), blob.slice(Math.max(sampled, size - sampled))])
      await fingerprint.add(`${path} ${size}`, new Uint8Array(await ends.arrayBuffer()))
    } else if (!path.includes('/') && /\.(json|jinja)$/.test(path)) {
      await fingerprint.add(path, new Uint8Array(await (await folder.open(path)).arrayBuffer()))
    }
  }
  return fingerprint.digest()
}
