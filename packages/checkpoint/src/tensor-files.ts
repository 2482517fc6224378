/** The tensors of a checkpoint's folder: one safetensors file, or parts with an index. */
import { CheckpointError } from './checkpoint-error.ts'
import { type ByteSource, readTensorList, type StoredTensor } from './safetensors.ts'

/** A folder whose files can be read in slices. */
export interface TensorFolder {
  readonly paths: readonly string[]
  open(path: string): Promise<ByteSource>
}

const downloadAll = 'Download every file of the repository into this folder.'
const longestIndex = 64_000_000

/** Names of the files with weights, in the order in which the format looks for them. */
export const weightFiles = {
  model: { single: 'model.safetensors', index: 'model.safetensors.index.json' },
  adapter: { single: 'adapter_model.safetensors', index: 'adapter_model.safetensors.index.json' },
} as const

/** Whether a folder keeps its weights as safetensors. */
export const hasTensorFiles = (paths: readonly string[]): boolean =>
  paths.includes(weightFiles.model.single) || paths.includes(weightFiles.model.index)

/**
 * Every tensor of the folder, by name.
 * @throws CheckpointError missing: a part that the index names is not there, or lacks a tensor; damaged: as
 *   `readTensorList`, an index that is no JSON or names a file outside the folder, a tensor in two parts
 */
export async function readTensors(
  folder: TensorFolder,
  kind: keyof typeof weightFiles = 'model',
): Promise<ReadonlyMap<string, StoredTensor>> {
  const { single, index } = weightFiles[kind]
  if (!folder.paths.includes(index)) {
    if (!folder.paths.includes(single))
      throw new CheckpointError('missing', single, 'This folder has no safetensors file.', downloadAll)
    return byName(await readTensorList(single, await folder.open(single)))
  }
  const places = await readIndex(index, await folder.open(index))
  const parts = [...new Set(places.values())].sort()
  const missing = parts.find(part => !folder.paths.includes(part))
  if (missing !== undefined)
    throw new CheckpointError(
      'missing',
      missing,
      `${index} names ${parts.length} parts, and this one is not in the folder.`,
      downloadAll,
    )
  const lists: StoredTensor[] = []
  for (const part of parts) lists.push(...(await readTensorList(part, await folder.open(part))))
  const tensors = byName(lists)
  for (const [name, part] of places)
    if (tensors.get(name)?.file !== part)
      throw new CheckpointError(
        'missing',
        `${part}: ${name}`,
        `${index} places this tensor here.`,
        downloadAll,
      )
  return tensors
}

function byName(list: readonly StoredTensor[]): ReadonlyMap<string, StoredTensor> {
  const tensors = new Map<string, StoredTensor>()
  for (const tensor of list) {
    const other = tensors.get(tensor.name)
    if (other)
      throw new CheckpointError(
        'damaged',
        `${tensor.file}: ${tensor.name}`,
        `This tensor is in ${other.file}, too.`,
        'Keep the parts of one checkpoint only in the folder.',
      )
    tensors.set(tensor.name, tensor)
  }
  return tensors
}

async function readIndex(path: string, source: ByteSource): Promise<ReadonlyMap<string, string>> {
  const damaged = (message: string): CheckpointError =>
    new CheckpointError(
      'damaged',
      path,
      message,
      'Download the file again from where the model was published.',
    )
  if (source.size > longestIndex) throw damaged(`It has ${source.size} bytes; the limit is ${longestIndex}.`)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(await source.read(0, source.size)))
  } catch {
    throw damaged('It is not JSON.')
  }
  const map = (value as { readonly weight_map?: unknown } | null)?.weight_map
  if (typeof map !== 'object' || map === null || Array.isArray(map)) throw damaged('It has no weight_map.')
  const places = new Map<string, string>()
  for (const [name, part] of Object.entries(map)) {
    if (typeof part !== 'string' || !/^[^/\\]+\.safetensors$/.test(part))
      throw damaged(
        `It places the tensor ${name} in ${JSON.stringify(part)}, which is no file of this folder.`,
      )
    places.set(name, part)
  }
  return places
}
