/** What to expect of a published model before downloading it: size, memory and speed. Plain functions. */
import { isFields } from '../../../engine/base/config-fields.ts'
import type { ModelConfigs } from '../../../engine/families/family.ts'
import { findFamily } from '../../../engine/families/registry.ts'
import { fileLimit, needsF16, wasmMemory } from '../../../engine/model/limits.ts'
import { estimateMemory, type MemoryEstimate, patchesForTokens } from '../../../engine/model/memory.ts'
import { imageSide } from '../../../engine/model/model-overview.ts'
import { expectedPrompt, textTokens } from '../../../engine/model/overview.ts'
import { expectedSpeed, type ModelShape, type Speed } from '../../../engine/model/speed.ts'
import type { DeviceKind, Dtype } from '../../../engine/protocol/device.ts'
import { type ModelPart, modelParts, type PublishedVlm } from './published-vlms.ts'

/** Precisions that published folders have, from the smallest. */
export const advisedDtypes = ['q4', 'q8', 'fp16', 'fp32'] as const satisfies readonly Dtype[]
export type AdvisedDtype = (typeof advisedDtypes)[number]

type BytesPerParameter = Readonly<
  Record<AdvisedDtype, Readonly<Record<'encoder' | 'embedding' | 'layers' | 'head', number>>>
>

const whole = { encoder: 4, embedding: 4, layers: 4, head: 4 }
const half = { encoder: 2, embedding: 2, layers: 2, head: 2 }
const bytesPerParameter: Readonly<Record<PublishedVlm['publishedAs'], BytesPerParameter>> = {
  // 8 and 4 bits have a scale of 32 bits for each block of 32.
  checkpoint: {
    q4: { encoder: 4, embedding: 2, layers: 0.625, head: 1.125 },
    q8: { encoder: 4, embedding: 2, layers: 1.125, head: 1.125 },
    fp16: half,
    fp32: whole,
  },
  // Within seven per cent of the known files (`advice.test.ts`). Word embeddings stay in 32 bits in most 4-bit folders; where they do
  // not, the folder is smaller.
  onnx: {
    q4: { encoder: 0.64, embedding: 4, layers: 0.64, head: 0.64 },
    q8: { encoder: 1, embedding: 1, layers: 1, head: 1 },
    fp16: half,
    fp32: whole,
  },
}

/** Bytes of one session. */
function partSize({ publishedAs, parameters }: PublishedVlm, dtype: AdvisedDtype, part: ModelPart): number {
  const { encoder, embedding, layers, head } = bytesPerParameter[publishedAs][dtype]
  if (part === 'decoder')
    return parameters.embedding * head + (parameters.decoder - parameters.embedding) * layers
  return parameters[part] * (part === 'encoder' ? encoder : embedding)
}

/** Bytes of all three sessions in one precision, derived from the number of parameters. */
export const folderSize = (vlm: PublishedVlm, dtype: AdvisedDtype): number =>
  modelParts.reduce((sum, part) => sum + partSize(vlm, dtype, part), 0)

/**
 * As `estimateMemory` for an opened folder and a question with this many images.
 * @returns null if the model's settings are not known here
 */
export function expectedMemory(
  vlm: PublishedVlm,
  dtype: AdvisedDtype,
  images: number,
): MemoryEstimate | null {
  const configs = modelConfigs(vlm)
  if (!configs) return null
  const all = folderSize(vlm, dtype)
  const [first, last] = [partSize(vlm, dtype, 'encoder'), partSize(vlm, dtype, 'decoder')]
  const total = vlm.parameters.encoder + vlm.parameters.embedding + vlm.parameters.decoder
  const outline = { outputs: [], nodes: [], externalData: [] }
  const halves = { name: 'weights', type: 10, dims: [total], external: null }
  const sessions = [
    { graph: first, inputs: [], tensors: dtype === 'fp16' ? [halves] : [] },
    { graph: all - first - last, inputs: [], tensors: [] },
    { graph: last, inputs: cacheInputs(configs), tensors: [] },
  ].map(({ graph: size, ...rest }) => {
    // Weights beyond the size limit of an .onnx file are in a second file.
    const [graph, external] = size < fileLimit ? [size, 0] : [0, size]
    return { graph, external, outline: { ...outline, ...rest } }
  })
  return estimateMemory(sessions, configs, expectedPrompt(imageTokens(vlm, configs), images, null))
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

const modelConfigs = ({ configs }: PublishedVlm): ModelConfigs | null =>
  configs && { generation: {}, ...configs }

/** Tokens of an image of 512 x 512 at the model's own detail; null if its settings are not known here. */
export function tokensOfAnImage(vlm: PublishedVlm): number | null {
  const configs = modelConfigs(vlm)
  return configs && imageTokens(vlm, configs)
}

const imageTokens = ({ family }: PublishedVlm, configs: ModelConfigs): number =>
  findFamily(family).imageTokens?.(imageSide, imageSide, configs) ?? 0

/** null where its settings are not known here, or its encoder is no transformer over patches. */
function shapeOfPublished(vlm: PublishedVlm): ModelShape | null {
  const configs = modelConfigs(vlm)
  if (!configs || !isFields(configs.config.vision_config)) return null
  const tokens = imageTokens(vlm, configs)
  return {
    encoder: vlm.parameters.encoder,
    decoder: vlm.parameters.decoder,
    patches: patchesForTokens(configs, tokens),
    tokens,
    isWhole: findFamily(vlm.family).prefixUnsupported !== undefined,
  }
}

/** What a trial of another model on this machine implies for this one; null if nothing. */
export function speedOfPublished(vlm: PublishedVlm, measured: Speed, tried: ModelShape | null): Speed | null {
  const shape = shapeOfPublished(vlm)
  return shape && tried && expectedSpeed(measured, tried, shape, textTokens)
}

/** What a person looks for first: medical models, then what fits. */
export const byUse = (
  a: { readonly vlm: PublishedVlm; readonly fit: Fit },
  b: { readonly vlm: PublishedVlm; readonly fit: Fit },
): number =>
  Number(b.vlm.isMedical ?? false) - Number(a.vlm.isMedical ?? false) ||
  fitLevels.indexOf(a.fit) - fitLevels.indexOf(b.fit)

/** From what is sure to run to what cannot. */
const fitLevels = ['fits', 'not known', 'may fail', 'no 16 bits', 'too large'] as const
export type Fit = (typeof fitLevels)[number]

/** Whether a precision is expected to run on a device. Browsers do not report a graphics card's memory. */
export function judgeFit(
  vlm: PublishedVlm,
  dtype: AdvisedDtype,
  device: DeviceKind,
  { f16, memory }: { readonly f16: boolean; readonly memory: MemoryEstimate | null },
): Fit {
  if (device === 'webgpu') return needsF16(dtype) && !f16 ? 'no 16 bits' : 'not known'
  if (folderSize(vlm, dtype) > wasmMemory) return 'too large'
  if (memory === null) return 'not known'
  return memory.total.wasm > wasmMemory ? 'may fail' : 'fits'
}

/**
 * The wanted precision, or where the device cannot have it, the largest one that it can; without a wish on a graphics card the
 * smallest, as the memory of those is not known. Where none fits, the smallest.
 * @param fitIn of each precision on the device
 */
export function fittingDtype(
  wanted: AdvisedDtype | null,
  device: DeviceKind,
  fitIn: (dtype: AdvisedDtype) => Fit,
): AdvisedDtype {
  const can = (dtype: AdvisedDtype): boolean => ['fits', 'not known'].includes(fitIn(dtype))
  const largest = advisedDtypes.toReversed()
  const order = device === 'webgpu' ? advisedDtypes : largest
  return [...(wanted === null ? order : [wanted, ...largest])].find(can) ?? advisedDtypes[0]
}

/** The commands that download the model: of a checkpoint one, as the page writes every precision of it. */
export function commandsFor(
  { repository, publishedAs, hasOnnx }: PublishedVlm,
  dtype: AdvisedDtype,
): readonly string[] {
  const folder = (repository.split('/')[1] ?? repository).toLowerCase()
  const download = `hf download ${repository} --local-dir ${folder}`
  if (publishedAs === 'checkpoint') return [hasOnnx ? `${download} --exclude "onnx/*"` : download]
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
