/** A checkpoint's folder together with the folder of a LoRA adapter: one model. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { SourceKind } from '../../engine/protocol/identity.ts'
import { type FileBytes, type FolderFile, type FolderSource, readWhole } from './source.ts'

/** The files that make up an adapter, as peft saves it. */
const adapterFile = /^adapter_(?:config\.json|model[^/]*\.(?:safetensors|safetensors\.index\.json|bin))$/

/** How a model with an adapter is called: in the page, in its runs and in every figure. */
export const adaptedName = (model: string, adapter: string): string => `${model} + ${adapter}`

/**
 * The files of a model with an adapter: the adapter's beside the model's, in place of any that the model's folder has.
 * @throws VoxelwiseError model-file-missing where the second folder is no adapter; model-unsupported where the first holds
 *   exported graphs, into which no adapter can be merged
 */
export function adaptedFiles<File extends { readonly path: string }>(
  model: { readonly name: string; readonly files: readonly File[] },
  adapter: { readonly name: string; readonly files: readonly File[] },
): readonly File[] {
  const adapterFiles = adapter.files.filter(({ path }) => adapterFile.test(path))
  if (!adapterFiles.some(({ path }) => path === 'adapter_config.json'))
    throw new VoxelwiseError({
      code: 'model-file-missing',
      subject: `${adapter.name}/adapter_config.json`,
      message: 'This folder is no adapter: it has no adapter_config.json.',
      remedy: 'Pick the folder that peft saved: adapter_config.json and adapter_model.safetensors.',
    })
  if (model.files.some(({ path }) => path.endsWith('.onnx')))
    throw new VoxelwiseError({
      code: 'model-unsupported',
      subject: model.name,
      message:
        'This folder holds exported ONNX graphs. An adapter is added to a checkpoint in safetensors only.',
      remedy: 'Pick the folder of the checkpoint on which the adapter was trained, then add the adapter.',
    })
  return [...model.files.filter(({ path }) => !adapterFile.test(path)), ...adapterFiles]
}

/** Every file is read from the folder that it comes from. */
export class AdaptedSource implements FolderSource {
  readonly kind: SourceKind
  readonly name: string
  readonly #model: FolderSource
  readonly #adapter: FolderSource
  readonly read?: (path: string, start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

  constructor(model: FolderSource, adapter: FolderSource) {
    this.#model = model
    this.#adapter = adapter
    // Where one of the folders is a list of files, it has to be picked again.
    this.kind = adapter.kind === 'files' ? adapter.kind : model.kind
    this.name = adaptedName(model.name, adapter.name)
    if (model.read && adapter.read)
      this.read = (path, start, end) => {
        const source = this.#of(path)
        if (!source.read) throw new Error('Both folders are read in parts, or neither is.')
        return source.read(path, start, end)
      }
  }

  async list(onProgress?: (files: number) => void): Promise<readonly FolderFile[]> {
    const [model, adapter] = await Promise.all([this.#model.list(onProgress), this.#adapter.list()])
    return adaptedFiles(
      { name: this.#model.name, files: model },
      { name: this.#adapter.name, files: adapter },
    )
  }

  open(path: string): Promise<Blob> {
    return this.#of(path).open(path)
  }

  bytes(path: string, check: (size: number) => void): Promise<FileBytes> {
    return readWhole(this.#of(path), path, check)
  }

  async size(path: string): Promise<number> {
    const source = this.#of(path)
    return source.size ? source.size(path) : (await source.open(path)).size
  }

  #of(path: string): FolderSource {
    return adapterFile.test(path) ? this.#adapter : this.#model
  }
}
