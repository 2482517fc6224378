/** Folders that lay a known family out otherwise than Python's transformers: shown as if they did not. */
import type { StoredTensor } from '@voxelwise/checkpoint'
import { isFields } from '../../base/config-fields.ts'
import { type ModelFolder, readFields } from '../../runtime/model-folder.ts'
import { internvlFiles, internvlTensors, isInternvlChat } from './internvl-chat.ts'

type TensorsByName = ReadonlyMap<string, StoredTensor>

export interface Layout {
  readonly folder: ModelFolder
  readonly tensors: (stored: TensorsByName) => TensorsByName
}

/** @throws VoxelwiseError model-config for settings that the other layout cannot have */
export async function layoutOf(folder: ModelFolder): Promise<Layout> {
  const config = await readFields(folder, 'config.json')
  if (!isInternvlChat(config)) return { folder, tensors: stored => stored }
  const files = internvlFiles(config, await addedTokens(folder))
  return { folder: withFiles(folder, files), tensors: internvlTensors }
}

/** Numbers of the tokens that were added to a vocabulary, by their text. */
async function addedTokens(folder: ModelFolder): Promise<Readonly<Record<string, unknown>>> {
  const own = await readFields(folder, 'added_tokens.json')
  if (Object.keys(own).length > 0) return own
  const { added_tokens: listed } = await readFields(folder, 'tokenizer.json')
  const tokens = Array.isArray(listed) ? listed.filter(isFields) : []
  return Object.fromEntries(tokens.map(({ content, id }) => [String(content), id]))
}

/** The folder with these texts in place of its files, or beside them. */
function withFiles(folder: ModelFolder, texts: Readonly<Record<string, string>>): ModelFolder {
  const made = new Map(Object.entries(texts).map(([path, text]) => [path, new Blob([text])]))
  const added = Array.from(made, ([path, { size }]) => ({ path, size }))
  const { read } = folder
  return {
    ...folder,
    files: [...folder.files.filter(({ path }) => !made.has(path)), ...added],
    open: async path => made.get(path) ?? folder.open(path),
    ...(read && {
      read: async (path: string, start: number, end: number) => {
        const blob = made.get(path)
        return blob
          ? new Uint8Array(await blob.slice(start, end).arrayBuffer())
          : read.call(folder, path, start, end)
      },
    }),
  }
}
