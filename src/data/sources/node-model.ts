import { openAsBlob } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { openModelFolder } from './model-files.ts'
import { fsError, nodeSource } from './node.ts'

/** A model's folder on this machine: files stay on disk until a part of them is read, however large they are. */
export async function nodeModelFolder(folder: string): Promise<ModelFolder> {
  const root = resolve(folder)
  const open = (path: string): Promise<Blob> => openAsBlob(join(root, path)).catch(fsError(path))
  const opened = await openModelFolder({ ...nodeSource(root), name: basename(root), open })
  return { ...opened, locate: path => join(root, path) }
}
