/** The LoRA adapter of a checkpoint's folder: its files lie beside the model's. */
import {
  Adapter,
  adapterSettings,
  CheckpointError,
  type Renaming,
  readTensors,
  type TensorFolder,
  weightFiles,
} from '@voxelwise/checkpoint'
import { type ModelFolder, readFields } from '../../../engine/runtime/model-folder.ts'

const settingsFile = 'adapter_config.json'

/** The model on which an adapter was trained. */
export async function adapterBase(folder: ModelFolder): Promise<string> {
  const { base_model_name_or_path: base } = await readFields(folder, settingsFile)
  return typeof base === 'string' && base !== '' ? base : 'a model that it does not name'
}

/**
 * @param rules of names, and `packedNames` packed matrices, as `Adapter` takes them
 * @returns null where the folder has none
 * @throws CheckpointError missing, damaged or unsupported, before a weight is read
 */
export async function readAdapter(
  folder: ModelFolder,
  tensors: TensorFolder,
  rules: readonly Renaming[],
  packedNames: (name: string) => readonly string[],
): Promise<{ readonly adapter: Adapter; readonly facts: NonNullable<ModelFolder['adapter']> } | null> {
  if (!tensors.paths.includes(settingsFile)) return null
  const settings = adapterSettings(await readFields(folder, settingsFile))
  const { single, index } = weightFiles.adapter
  if (
    tensors.paths.includes('adapter_model.bin') &&
    ![single, index].some(path => tensors.paths.includes(path))
  )
    throw new CheckpointError(
      'unsupported',
      'adapter_model.bin',
      'This is a pickle file, which can run code when it is read. It is not read here.',
      'Save the adapter with save_pretrained of a recent peft, which writes adapter_model.safetensors.',
    )
  const base = await adapterBase(folder)
  const adapter = new Adapter(await readTensors(tensors, 'adapter'), settings, rules, base, packedNames)
  return { adapter, facts: { base, rank: settings.rank, alpha: settings.alpha, changes: adapter.size } }
}
