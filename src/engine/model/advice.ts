/** What to expect of a published model before downloading it: size, memory and speed. Plain functions. */
import { isFields } from '../base/config-fields.ts'
import type { ModelConfigs } from '../families/family.ts'
import { familyOf } from '../families/registry.ts'
import type { DeviceKind, Dtype } from '../protocol/device.ts'
import { fileLimit, needsF16, wasmMemory } from './limits.ts'
import { estimateMemory, type MemoryEstimate, patchesOf } from './memory.ts'
import { imageSide, promptOf, textTokens } from './overview.ts'
import { modelParts, type PublishedVlm } from './published-vlms.ts'
import { expectedSpeed, type ModelShape, type Speed } from './speed.ts'

/** Precisions that published folders have, from the smallest. */
export const advisedDtypes = ['q4', 'q8', 'fp16', 'fp32'] as const satisfies readonly Dtype[]
export type AdvisedDtype = (typeof advisedDtypes)[number]

/** Bytes per parameter: 4-bit weights add a scale per block of 32. Checked by `advice.test.ts`. */
const perParameter: Readonly<Record<AdvisedDtype, number>> = { q4: 0.64, q8: 1, fp16: 2, fp32: 4 }

/** Word embeddings stay in 32 bits in most 4-bit folders; where they do not, the folder is smaller. */
const wordEmbeddingInQ4 = 4

export interface FolderSize {
  readonly bytes: number
  /** Whether files gave every part; otherwise some are derived from the number of parameters. */
  readonly isKnown: boolean
}

/** Of all three sessions in one precision. */
export function folderSize(vlm: PublishedVlm, dtype: AdvisedDtype): FolderSize {
  const known = vlm.bytes[dtype] ?? {}
  const parts = modelParts.map(part => {
    const rate = part === 'embedding' && dtype === 'q4' ? wordEmbeddingInQ4 : perParameter[dtype]
    return known[part] ?? vlm.parameters[part] * rate
  })
  return {
    bytes: parts.reduce((sum, part) => sum + part, 0),
    isKnown: modelParts.every(part => known[part] !== undefined),
  }
}

/**
 * As `estimateMemory` for an opened folder and a question with this many images.
 * @returns null if the model's settings are not known here
 */
export function expectedMemory(
  vlm: PublishedVlm,
  dtype: AdvisedDtype,
  images: number,
): MemoryEstimate | null {
  const configs = configsOf(vlm)
  if (!configs) return null
  const { encoder, decoder } = vlm.bytes[dtype] ?? {}
  const rate = perParameter[dtype]
  const all = folderSize(vlm, dtype).bytes
  const sizes = [encoder ?? vlm.parameters.encoder * rate, decoder ?? vlm.parameters.decoder * rate]
  const [first = 0, last = 0] = sizes
  const total = vlm.parameters.encoder + vlm.parameters.embedding + vlm.parameters.decoder
  const outline = { outputs: [], nodes: [], externalData: [] }
  const half = { name: 'weights', type: 10, dims: [total], external: null }
  const sessions = [
    { graph: first, inputs: [], tensors: dtype === 'fp16' ? [half] : [] },
    { graph: all - first - last, inputs: [], tensors: [] },
    { graph: last, inputs: cacheInputs(configs), tensors: [] },
  ].map(({ graph: size, ...rest }) => {
    // Weights beyond the size limit of an .onnx file are in a second file.
    const [graph, external] = size < fileLimit ? [size, 0] : [0, size]
    return { graph, external, outline: { ...outline, ...rest } }
  })
  return estimateMemory(sessions, configs, promptOf(imageTokens(vlm, configs), images, null))
}

/** As an exported decoder declares them: in 32 bits, heads and sizes from config.json. */
function cacheInputs({ config }: Pick<ModelConfigs, 'config'>) {
  const text = isFields(config.text_config) ? config.text_config : config
  const layers = Number(text.num_hidden_layers)
  return Array.from({ length: layers }, (_, layer) =>
    ['key', 'value'].map(part => ({
      name: `past_key_values.${layer}.${part}`,
      type: 1,
      dims: [null, null, null, null],
    })),
  ).flat()
}

const configsOf = ({ configs }: PublishedVlm): ModelConfigs | null =>
  configs && { generation: {}, ...configs }

const imageTokens = ({ family }: PublishedVlm, configs: ModelConfigs): number =>
  familyOf(family).imageTokens?.(imageSide, imageSide, configs) ?? 0

/** null where its settings are not known here, or its encoder is no transformer over patches. */
export function shapeOfPublished(vlm: PublishedVlm): ModelShape | null {
  const configs = configsOf(vlm)
  if (!configs || !isFields(configs.config.vision_config)) return null
  const tokens = imageTokens(vlm, configs)
  return {
    encoder: vlm.parameters.encoder,
    decoder: vlm.parameters.decoder,
    patches: patchesOf(configs, tokens),
    tokens,
    isWhole: familyOf(vlm.family).prefixUnsupported !== undefined,
  }
}

/** What a trial of another model on this machine implies for this one; null if nothing. */
export function speedOfPublished(vlm: PublishedVlm, measured: Speed, tried: ModelShape | null): Speed | null {
  const shape = shapeOfPublished(vlm)
  return shape && tried && expectedSpeed(measured, tried, shape, textTokens)
}

/** From what is sure to run to what cannot. */
export const fits = ['fits', 'not known', 'may fail', 'no 16 bits', 'too large'] as const
export type Fit = (typeof fits)[number]

/** Whether a precision is expected to run on a device. Browsers do not report a graphics card's memory. */
export function fitOf(
  vlm: PublishedVlm,
  dtype: AdvisedDtype,
  device: DeviceKind,
  { f16, memory }: { readonly f16: boolean; readonly memory: MemoryEstimate | null },
): Fit {
  if (device === 'webgpu') return needsF16.has(dtype) && !f16 ? 'no 16 bits' : 'not known'
  if (folderSize(vlm, dtype).bytes > wasmMemory) return 'too large'
  if (memory === null) return 'not known'
  return memory.total.wasm > wasmMemory ? 'may fail' : 'fits'
}

/** The commands to get the model: download it, and export it if it is not published in ONNX. */
export function commandsFor(
  { repository, publishedAs }: PublishedVlm,
  dtype: AdvisedDtype,
): readonly string[] {
  const folder = (repository.split('/')[1] ?? repository).toLowerCase()
  const download = `hf download ${repository} --local-dir ${folder}`
  if (publishedAs === 'checkpoint')
    return [download, `python tools/export ${folder} --out ${folder}-onnx --dtypes ${dtype} --verify`]
  const files = dtype === 'fp32' ? fp32Files : [`"onnx/*${endings[dtype]}.onnx*"`]
  return [`${download} --include "*.j*"`, ...files.map(pattern => `${download} --include ${pattern}`)]
}

const endings: Readonly<Record<Exclude<AdvisedDtype, 'fp32'>, string>> = {
  q4: '_q4',
  q8: '_quantized',
  fp16: '_fp16',
}

/** Their names have no ending, so that one pattern would fetch every precision. */
const fp32Files = ['vision_encoder', 'embed_tokens', 'decoder_model_merged'].map(
  name => `"onnx/${name}.onnx*"`,
)
