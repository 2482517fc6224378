import { isFields } from '../base/config-fields.ts'
import { type ErrorInfo, errorInfo } from '../base/errors.ts'
import { detailChoices, withDetail } from '../families/detail.ts'
import type { Family, ModelConfigs } from '../families/family.ts'
import { knownFamily, unsupported } from '../families/registry.ts'
import type { Dtype } from '../protocol/device.ts'
import type { Agreement, SourceKind } from '../protocol/identity.ts'
import { byExactness, isMixed } from '../protocol/mixed-precision.ts'
import { cardFile, readAgreements } from './agreement.ts'
import { checkSettings, textSettings } from './check-settings.ts'
import { type DtypeOverview, dtypeOverview, type ModelFacts } from './dtype-overview.ts'
import {
  type DtypeFiles,
  filesOfDtype,
  type LayoutFile,
  layoutProblems,
  listDtypes,
  listMixedDtypes,
  sessionFile,
} from './layout.ts'
import type { DeviceLimits } from './limits.ts'
import { patchesForTokens } from './memory.ts'
import { type DetailOverview, type ImageTokens, imageSide, type ModelOverview } from './model-overview.ts'
import type { OnnxOutline } from './onnx-outline.ts'
import { countParameters } from './parameters.ts'
import { recommend } from './recommend.ts'
import type { ModelShape } from './speed.ts'

/** Image sizes for which tokens are listed: a thumbnail, a slice, a photograph, a radiograph. */
const imageSizes = [
  [224, 224],
  [imageSide, imageSide],
  [1024, 768],
  [2048, 2048],
] as const

/** Tokens of a question, its options and its answer, without the image: about as in the benchmark. */
export const textTokens = 300

/** The prompt length that memory is estimated for. @param image tokens of one image */
export const expectedPrompt = (image: number, images: number, contextLength: number | null) => ({
  tokens: Math.min(images * image + textTokens, contextLength ?? Infinity),
  image,
  images,
})

export const familyOfConfig = ({ config }: ModelConfigs): Family | undefined =>
  knownFamily(String(config.model_type ?? ''))

/**
 * The contents of a folder and what it needs of this machine, before any large file is read.
 * @param images of the question with the most
 */
export function modelOverview(facts: ModelFacts, limits: DeviceLimits, images: number): ModelOverview {
  const { name, source, files, configs, hasTemplate, thinking, mixtures } = facts
  const modelType = String(configs.config.model_type ?? '')
  const family = familyOfConfig(configs)
  const problems = [...asLinks(name, source, files, layoutProblems(name, files, family?.textOnly))]
  if (!family && problems.length === 0) problems.push(unsupported(modelType))
  const prepared = family ? preparedImage(family, configs) : noImage
  if ('code' in prepared) problems.push(prepared)
  const { details, imageInputs } = 'code' in prepared ? noImage : prepared
  const imageTokens = details[0]?.imageTokens ?? []
  const contextLength = readContextLength(configs)
  const image = imageTokens.find(({ width }) => width === imageSide)?.tokens ?? 0
  const prompt = expectedPrompt(image, images, contextLength)
  const agreements = readCard(facts)
  if ('code' in agreements) problems.push(agreements)
  const measured = 'code' in agreements ? new Map() : agreements
  const sessions = family?.sessions ?? ['decoder_model_merged']
  const described = (found: DtypeFiles): DtypeOverview =>
    dtypeOverview(facts, sessions, family, imageInputs, found, prompt, limits, measured)
  const whole = listDtypes(files, sessions).map(described)
  // What only mixtures have a graph of is no precision of the folder.
  const dtypes = mixtures ? whole.filter(({ missing }) => missing.length === 0) : whole
  dtypes.sort((a, b) => Number(a.missing.length > 0) - Number(b.missing.length > 0))
  const mixed = (mixtures ?? listMixedDtypes(files, sessions)).filter(isMixed)
  const complete = mixed.flatMap(dtype => filesOfDtype(files, sessions, dtype) ?? []).map(described)
  dtypes.push(...complete.filter(({ missing }) => missing.length === 0))
  const telling = mostTelling(facts.outlines, sessions, dtypes)
  const recommended = family ? recommend(dtypes, limits) : null
  if (family && !recommended) problems.push(...asLinks(name, source, files, [noneUsable(name, dtypes)]))
  return {
    name,
    source,
    family: modelType,
    dtypes,
    parameters: telling && countParameters(telling, isTied(configs)),
    shape: family && telling ? modelShape(configs, family, telling, image) : null,
    contextLength,
    imageTokens,
    ...(details.length > 1 && { details }),
    prompt,
    ...(family?.textOnly && { textOnly: family.textOnly }),
    ...(family?.oneImage !== undefined && { oneImage: family.oneImage }),
    hasTemplate,
    ...(thinking && { thinks: thinking.hasSwitch ? ('switch' as const) : ('always' as const) }),
    departure: findDeparture(facts, family),
    problems,
    recommended,
  }
}

/** By the first decoder that can be read: all precisions are of one graph. */
function findDeparture({ configs, files, outlines }: ModelFacts, family: Family | undefined): string | null {
  const read = listDtypes(files, ['decoder_model_merged']).map(({ dtype }) =>
    outlines.get(sessionFile('decoder_model_merged', dtype)),
  )
  const decoder = read.find(outline => outline && !('code' in outline))
  const departure = decoder && !('code' in decoder) ? family?.departure?.(decoder.inputs, configs) : null
  return departure ? `${departure} Its answers about images differ from PyTorch’s.` : null
}

/** What one preparation of an image shows. */
interface ImageFacts {
  /** At each detail that can be chosen, the model's own first. */
  readonly details: readonly DetailOverview[]
  /** Names of the tensors that the encoder gets. */
  readonly imageInputs: readonly string[]
}

const noImage: ImageFacts = { details: [], imageInputs: [] }

/** Tried first, and once: a fault in the settings affects every image and every precision. */
function preparedImage(family: Family, configs: ModelConfigs): ImageFacts | ErrorInfo {
  try {
    const { image } = checkSettings(family, configs)
    return {
      details: detailChoices(family, configs).map(detail => {
        const shown = withDetail(family, configs, detail)
        const imageTokens = imageSizes.flatMap(([width, height]) =>
          imageTokensAt(family, shown, width, height),
        )
        return { detail, imageTokens }
      }),
      imageInputs: Object.keys(image?.tensors ?? {}),
    }
  } catch (error) {
    return errorInfo(error, {
      code: 'model-config',
      subject: 'preprocessor_config.json',
      message: 'The number of tokens per image cannot be computed.',
      remedy: 'Compare the file with the one the model was published with.',
    })
  }
}

/** None where an image of that size cannot be prepared. */
function imageTokensAt(
  family: Family,
  configs: ModelConfigs,
  width: number,
  height: number,
): readonly ImageTokens[] {
  try {
    const tokens = family.imageTokens?.(width, height, configs)
    return tokens === undefined ? [] : [{ width, height, tokens }]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function readCard({ name, card }: ModelFacts): ReadonlyMap<Dtype, Agreement> | ErrorInfo {
  try {
    return readAgreements(card)
  } catch (error) {
    return errorInfo(error, {
      code: 'model-config',
      subject: `${name}/${cardFile}`,
      message: 'The test results of this model cannot be read.',
      remedy: 'Write it again with tools/export --verify, or remove it.',
    })
  }
}

/** null also if the model has no usable value, which is listed as a problem. */
function readContextLength(configs: ModelConfigs): number | null {
  try {
    return textSettings(configs).contextLength
  } catch {
    return null
  }
}

/** The outlines of all sessions, in order, in the most informative precision that has each; unquantised ones come first. */
function mostTelling(
  outlines: ModelFacts['outlines'],
  sessions: readonly string[],
  dtypes: readonly DtypeOverview[],
): readonly OnnxOutline[] | null {
  for (const dtype of byExactness.filter(one => dtypes.some(offered => offered.dtype === one))) {
    const graphs = sessions.flatMap(session => {
      const outline = outlines.get(sessionFile(session, dtype))
      return outline && !('code' in outline) ? [outline] : []
    })
    if (graphs.length === sessions.length) return graphs
  }
  return null
}

/** @param tokens of an image of `imageSide` */
function modelShape(
  configs: ModelConfigs,
  { sessions, prefixUnsupported }: Family,
  outlines: readonly OnnxOutline[],
  tokens: number,
): ModelShape {
  const count = (session: string): number => {
    const outline = outlines[sessions.indexOf(session)]
    return outline ? countParameters([outline], false).count : 0
  }
  return {
    encoder: count('vision_encoder'),
    decoder: count('decoder_model_merged'),
    patches: patchesForTokens(configs, tokens),
    tokens,
    isWhole: prefixUnsupported !== undefined,
  }
}

function isTied({ config }: ModelConfigs): boolean | null {
  const text = isFields(config.text_config) ? config.text_config : {}
  const said = config.tie_word_embeddings ?? text.tie_word_embeddings
  return typeof said === 'boolean' ? said : null
}

function noneUsable(name: string, dtypes: readonly DtypeOverview[]): ErrorInfo {
  const complete = dtypes.find(({ missing }) => missing.length === 0)
  const obstacle = complete && [...complete.problems.webgpu, ...complete.problems.wasm][0]
  if (obstacle) return obstacle
  const best = dtypes[0]
  return {
    code: 'model-file-missing',
    subject: best?.missing[0] ? `${name}/${best.missing[0]}` : `${name}/onnx`,
    message: best
      ? `No precision of this model is complete; ${best.dtype} lacks ${best.missing.join(', ')}.`
      : 'This folder has no ONNX weights (onnx/decoder_model_merged and its companions).',
    remedy: best?.missing.some(path => !path.endsWith('.onnx'))
      ? 'Put every data file that belongs to it (….onnx_data, ….onnx.data) into the same folder.'
      : 'Download every file of one precision into the onnx/ folder of the model.',
  }
}

/**
 * Describes what is missing in a folder that a browser listed. A browser skips symbolic links, so linked files look
 * missing. Hugging Face's cache (`models--ORG--NAME/snapshots/<commit>`) contains nothing but links.
 * @param missing what was found to be missing
 */
export function asLinks(
  name: string,
  source: SourceKind,
  files: readonly LayoutFile[],
  missing: readonly ErrorInfo[],
): readonly ErrorInfo[] {
  if (missing.length === 0 || (source !== 'directory' && source !== 'files')) return missing
  const repository = /^models--(?=.+$)(.+?)--(.+)$/.exec(name)?.slice(1).join('/')
  const isCache = repository !== undefined || files.some(({ path }) => path.startsWith('blobs/'))
  if (!(isCache || /^[0-9a-f]{40}$/.test(name))) return missing.map(withHint)
  return [
    {
      code: 'model-file-missing',
      subject: name,
      message: 'This Hugging Face cache folder contains links, which browsers ignore.',
      remedy: `Run hf download ${repository ?? 'ORG/NAME'} --local-dir FOLDER and pick that folder, or copy this one with cp -rL.`,
    },
  ]
}

const withHint = (info: ErrorInfo): ErrorInfo =>
  info.code === 'model-file-missing'
    ? {
        ...info,
        remedy: `${info.remedy} If it is a link, copy the folder with cp -rL: browsers ignore links.`,
      }
    : info
