import type { ErrorInfo } from '../base/errors.ts'
import { ownDetail, readDetail } from '../base/image-detail.ts'
import { detailRefused } from '../families/detail.ts'
import type { Family } from '../families/family.ts'
import { toDeviceKind } from '../protocol/device.ts'
import { dtypeWords, isMixed, mainDtype } from '../protocol/mixed-precision.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { noChatTemplate } from './chat-template.ts'
import type { DtypeOverview } from './dtype-overview.ts'
import { andList, suffixes } from './layout.ts'
import type { ModelOverview } from './model-overview.ts'
import { serverRefusal } from './served.ts'

/** Why a model cannot take this number of images in a question; null if it can. */
export function refusesImages(
  modelType: string,
  { oneImage, textOnly }: Pick<Family, 'oneImage' | 'textOnly'>,
  images: number,
): ErrorInfo | null {
  if (textOnly && images > 0)
    return {
      code: 'model-unsupported',
      subject: `${modelType}: images`,
      message: `The data set has images, but "${modelType}" is a language model and accepts none.`,
      remedy: 'Choose a model that takes images: docs/models.md lists their families.',
    }
  if (images <= 1 || oneImage === undefined) return null
  return {
    code: 'model-unsupported',
    subject: `${modelType}: several images`,
    message: `A question of the data set has ${images} images, and the family "${modelType}" takes one: ${oneImage}.`,
    remedy: 'Choose a model that takes several images: docs/models.md lists their families.',
  }
}

/** Why a model cannot be run with these settings, before anything heavy is loaded; null where it can. */
export function refusal(
  model: ModelOverview,
  {
    device,
    dtype,
    chatTemplate,
    scoring = 'generate',
    heldToLetter,
    imageDetail = ownDetail,
  }: Pick<RunSettings, 'device' | 'dtype' | 'chatTemplate' | 'heldToLetter' | 'imageDetail'> &
    Partial<Pick<RunSettings, 'scoring'>>,
  imagesAtOnce: number,
): ErrorInfo | null {
  if (model.server)
    return serverRefusal(model.server, { scoring, ...(heldToLetter && { heldToLetter }) }, imagesAtOnce)
  const [problem] = model.problems
  if (problem) return problem
  const tooMany = refusesImages(model.family, model, imagesAtOnce)
  if (tooMany) return tooMany
  const undetailed = refusesDetail(model, imageDetail)
  if (undetailed) return undetailed
  const chosen = model.dtypes.find(found => found.dtype === dtype)
  if (!chosen || chosen.missing.length > 0) {
    const complete = model.dtypes
      .filter(({ missing, dtype: one }) => missing.length === 0 && !isMixed(one))
      .map(found => found.dtype)
    return {
      code: 'model-file-missing',
      subject: `${model.name}/${chosen?.missing[0] ?? 'onnx'}`,
      message: `This folder has no ${missingFile(chosen)} in ${dtypeWords(dtype)}; it has ${andList(complete)}.`,
      remedy: `Choose a complete precision (${complete.join(', ')}), or download the missing files.`,
    }
  }
  const [obstacle] =
    device === 'server' || device === 'elsewhere' ? [] : chosen.problems[toDeviceKind(device)]
  if (obstacle) return obstacle
  return model.hasTemplate || chatTemplate === 'fallback' ? null : noChatTemplate(model.name)
}

/** Why a model cannot be shown images at a detail; null if it can, as far as its folder tells. */
export function refusesDetail(
  { family, details = [] }: Pick<ModelOverview, 'family' | 'details'>,
  detail: string,
): ErrorInfo | null {
  if (detail === ownDetail) return null
  const offered = details.map(one => one.detail).filter(one => one !== ownDetail)
  const measures = offered.map(one => readDetail(one)?.measure)
  return measures.includes(readDetail(detail)?.measure) ? null : detailRefused(family, detail, offered).info
}

/** `onnx/decoder_model_merged`, or the data file that it lacks. */
function missingFile(chosen: DtypeOverview | undefined): string {
  if (!chosen) return 'onnx/decoder_model_merged'
  const [file = ''] = chosen.missing
  const ending = `${suffixes[mainDtype(chosen.dtype)]}.onnx`
  return file.endsWith(ending) ? file.slice(0, -ending.length) : file
}
