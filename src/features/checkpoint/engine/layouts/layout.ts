/** Folders that lay a known family out otherwise than Python's transformers: shown as if they did not. */
import { type Renaming, readTensorList, type StoredTensor, type TensorFolder } from '@voxelwise/checkpoint'
import { isFields } from '../../../../engine/base/config-fields.ts'
import {
  type ModelFolder,
  readChatTemplate,
  readConfigs,
  readFields,
} from '../../../../engine/runtime/model-folder.ts'
import { huluFiles, huluNames, huluTensors, isHuluMed } from './hulu-med.ts'
import {
  internvlFiles,
  internvlNames,
  internvlParts,
  internvlTensors,
  isInternvlChat,
} from './internvl-chat.ts'
import {
  isLlavaOriginal,
  llavaFiles,
  llavaNames,
  llavaTensors,
  towerFolder,
  withImageToken,
} from './llava-original.ts'

type TensorsByName = ReadonlyMap<string, StoredTensor>

interface Layout {
  readonly folder: ModelFolder
  /** From the published names to those of the other layout: an adapter's are published ones. */
  readonly names: Renaming
  readonly tensors: (stored: TensorsByName) => TensorsByName
  /** Names of the matrices that the published layout packs in one; the name itself for all others. */
  readonly packedNames: (name: string) => readonly string[]
}

/**
 * @param files the folder's, as tensors are read from it
 * @throws VoxelwiseError model-config for settings that the other layout cannot have; CheckpointError for a damaged file of the
 *   image encoder
 */
export async function readModelLayout(folder: ModelFolder, files: TensorFolder): Promise<Layout> {
  const config = await readFields(folder, 'config.json')
  if (isInternvlChat(config)) {
    const made = internvlFiles(config, await addedTokens(folder))
    return {
      folder: withFiles(folder, made),
      names: internvlNames,
      tensors: internvlTensors,
      packedNames: internvlParts,
    }
  }
  if (isHuluMed(config)) {
    const configs = await readConfigs(folder)
    const template = await readChatTemplate(folder, configs)
    const made = huluFiles(config, configs.imageProcessor, template?.source ?? null)
    return { folder: withFiles(folder, made), names: huluNames, tensors: huluTensors, packedNames: alone }
  }
  if (!isLlavaOriginal(config)) return { folder, names: [], tensors: stored => stored, packedNames: alone }
  const below = towerFolder(config, files.paths)
  const read = (name: string) => (below === null ? {} : readFields(folder, below + name))
  const tower = { config: await read('config.json'), processor: await read('preprocessor_config.json') }
  const tokenizer = withImageToken(await readFields(folder, 'tokenizer.json'), config)
  const made = { ...llavaFiles(config, tower, tokenizer.id), 'tokenizer.json': tokenizer.text }
  const weights = {
    tensors: below === null ? null : await tensorsBelow(files, `${below}model.safetensors`),
    pickled: below !== null && files.paths.includes(`${below}pytorch_model.bin`) ? below : null,
  }
  return {
    folder: withFiles(folder, made),
    names: llavaNames,
    tensors: stored => llavaTensors(stored, weights, config),
    packedNames: alone,
  }
}

const alone = (name: string): readonly string[] => [name]

/** Tensors of one file by name; null where it is not there. */
async function tensorsBelow(files: TensorFolder, path: string): Promise<TensorsByName | null> {
  if (!files.paths.includes(path)) return null
  const list = await readTensorList(path, await files.open(path))
  return new Map(list.map(tensor => [tensor.name, tensor]))
}

/** Numbers of the tokens that were added to a vocabulary, by their text. */
async function addedTokens(folder: ModelFolder): Promise<Readonly<Record<string, unknown>>> {
  const added = await readFields(folder, 'added_tokens.json')
  if (Object.keys(added).length > 0) return added
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
