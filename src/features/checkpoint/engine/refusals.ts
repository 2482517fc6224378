/** Checkpoints that are sound and cannot be read here: refused by their names and settings, before a weight is read. */
import { CheckpointError, hasTensorFiles, type StoredTensor } from '@voxelwise/checkpoint'
import { ownValue } from '@voxelwise/python'
import { isFields } from '../../../engine/base/config-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** Error for a setting that may be right and whose meaning no graph here has. @param known values that have one */
export const unknownSetting = (
  file: string,
  field: string,
  value: unknown,
  known: readonly unknown[],
): CheckpointError =>
  new CheckpointError(
    'unsupported',
    `${file}: ${field}`,
    `The page cannot write the graphs of a model with ${field} ${JSON.stringify(value)}, only with ${known.join(', ')}.`,
    'Choose another model, or start a server that runs it and connect to it.',
  )

const pickle = /(?:^|\/)(?:pytorch_model[^/]*|adapter_model|model|consolidated[^/]*)\.(?:bin|pt|pth|ckpt)$/

/** Loads the model as it was trained, and saves it as safetensors. */
const convertCommand = (save: string): string =>
  `python -c "from transformers import AutoModelForImageTextToText as M; M.from_pretrained('.', dtype='auto').save_pretrained('${save}')"`

/**
 * A folder with settings and no weights that can be read: which file has them instead.
 * @throws CheckpointError unsupported for pickle and GGUF files; missing for an adapter without its model
 */
export function checkWeights(
  paths: readonly string[],
  adapterBase: () => Promise<string>,
): Promise<void> | void {
  if (hasTensorFiles(paths) || paths.some(path => path.endsWith('.onnx'))) return
  const pathWith = (ending: RegExp): string | undefined => paths.find(path => ending.test(path))
  const gguf = pathWith(/\.gguf$/)
  if (gguf !== undefined)
    throw new CheckpointError(
      'unsupported',
      gguf,
      'This is a GGUF file, which llama.cpp reads.',
      'Pick the checkpoint in safetensors from which it was made, or start llama-server and connect to it.',
    )
  if (paths.includes('adapter_config.json') && !paths.includes('config.json'))
    return adapterBase().then(base => {
      throw new CheckpointError(
        'missing',
        'config.json',
        `This folder is an adapter of ${base}, without that model.`,
        'Pick the folder of that model first, then add this one as its adapter.',
      )
    })
  const pickled = pathWith(pickle)
  if (pickled !== undefined && paths.includes('config.json'))
    throw new CheckpointError(
      'unsupported',
      pickled,
      'This is a pickle file, which can run code when it is read. It is not read here.',
      `Convert it in its folder, and pick the folder safetensors: ${convertCommand('safetensors')}`,
    )
}

/** Parts of tensors' names that only quantised checkpoints have. */
const quantisedNames: readonly (readonly [end: RegExp, method: string])[] = [
  [/\.qweight$/, 'GPTQ or AWQ'],
  [/\.(?:SCB|absmax|quant_map|quant_state\.[^/]*)$/, 'bitsandbytes'],
  [/\.(?:weight_scale|weight_scale_inv|weight_packed|input_scale)$/, 'FP8 or compressed-tensors'],
]

const pickOriginal =
  'Pick the checkpoint that was published in 16 bits. The page makes 8 and 4 bits of it itself.'

/** @throws CheckpointError unsupported, naming the method */
export function checkUnquantised(config: Fields, stored: Iterable<StoredTensor>): void {
  const refused = (subject: string, method: string): CheckpointError =>
    new CheckpointError(
      'unsupported',
      subject,
      `This checkpoint is quantised (${method}). Only 16 and 32 bits are read.`,
      pickOriginal,
    )
  const places: readonly (readonly [string, unknown])[] = [
    ['config.json: quantization_config', config.quantization_config],
    ['config.json: compression_config', config.compression_config],
    ...['text_config', 'llm_config'].map((name): readonly [string, unknown] => {
      const part = ownValue(config, name)
      return [`config.json: ${name}.quantization_config`, isFields(part) ? part.quantization_config : null]
    }),
  ]
  for (const [subject, how] of places)
    if (isFields(how)) throw refused(subject, String(how.quant_method ?? 'unknown method'))
  for (const { name, type, file } of stored) {
    const method = quantisedNames.find(([end]) => end.test(name))?.[1]
    if (method !== undefined) throw refused(`${file}: ${name}`, method)
    if (type === 'F8_E4M3' || type === 'F8_E5M2') throw refused(`${file}: ${name}`, 'FP8')
  }
}
