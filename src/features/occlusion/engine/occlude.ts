/** Occlusion maps of a loaded model: the image is encoded once, and only the decoder runs again for each block. */
import type { Tensor } from '@huggingface/transformers'
import { UniformRandom } from '@voxelwise/statistics'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { PreparedImage } from '../../../engine/families/family.ts'
import { mostProbable, optionShares, scoreChoices } from '../../../engine/protocol/choices.ts'
import type { Occlusion } from '../../../engine/protocol/occlusion.ts'
import type { OcclusionModel, OcclusionTask, PaintedImage } from '../../../engine/runtime/occlusion-task.ts'
import { blockAt, sideFor } from './blocks.ts'
import { type AskWithout, measureCurves, measureMap, type Seen } from './measure.ts'

/**
 * Removes a block by giving its tokens the mean of the image's tokens.
 * @throws VoxelwiseError model-unsupported where the places of the tokens are not known
 * @throws Stopped between two passes
 */
export async function occlude(vlm: OcclusionModel, task: OcclusionTask): Promise<Occlusion> {
  const { prompt, image, features, layout, painted, isChecked, seed, steps } = task
  const side = sideFor(layout.places)
  if (side === null) throw unknownPlaces()
  const blocks = (layout.places ?? []).map(place => place && blockAt(place, side))
  const base = { side, size: layout.size, ...(layout.marked && { marked: layout.marked }) }
  const featureRows = await vlm.featureRows(features)
  const spelt = vlm.spellings(prompt.answers)
  const askWith = async (shown: Tensor, shownImage: PreparedImage) => {
    await steps.next()
    const inputs = vlm.decoderInputs(prompt.ids, 0, [shownImage])
    const logits = await vlm.logits(prompt.ids, null, 0, vlm.joinFeatures([shown]), inputs)
    return scoreChoices(logits, prompt.answers, spelt)
  }
  const choices = await askWith(features, image)
  const answer = mostProbable(choices)?.letter
  const seenIn = (given: typeof choices): Seen => {
    const at = given.findIndex(({ letter }) => letter === answer)
    return {
      logprob: Math.log(optionShares(given)[at] ?? Number.NaN),
      isSame: mostProbable(given)?.letter === answer,
    }
  }
  const whole = seenIn(choices)
  const withTokens = async (rows: Float32Array<ArrayBuffer>): Promise<Seen> =>
    seenIn(await askWith(vlm.tensor({ type: 'float32', dims: features.dims, data: rows }), image))
  const imageFeatures = async ({ image, features }: PaintedImage): Promise<Tensor> =>
    features ? vlm.tensor(features) : vlm.encodeImage(image)
  const mean = meanRow(featureRows, blocks)
  const without: AskWithout = removed => withTokens(replaced(featureRows, blocks, removed, () => mean))
  const count = side ** 2
  const tokens = await measureMap(whole, count, without)
  if (!isChecked) return { ...base, tokens }
  const blank = await vlm.featureRows(await imageFeatures(await painted('blank', side)))
  const withoutPixels: AskWithout = async removed => {
    const other = await painted(removed, side)
    await steps.next()
    return seenIn(await askWith(await imageFeatures(other), other.image))
  }
  const pixels = await measureMap(whole, count, withoutPixels)
  const alone: AskWithout = shown =>
    withTokens(replaced(blank, blocks, shown, token => tokenRow(featureRows, token, blocks.length)))
  const curves = await measureCurves(tokens.drops, whole, without, alone, new UniformRandom(seed))
  return { ...base, tokens, pixels, curves }
}

const unknownPlaces = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'model-unsupported',
    subject: 'occlusion map',
    message: 'Where the tokens of this image look is not known for this model, or they are fewer than 2 × 2.',
    remedy: 'Use the probe “Region covered” with this model.',
  })

const tokenRow = (values: Float32Array, token: number, tokens: number): Float32Array => {
  const width = values.length / tokens
  return values.subarray(token * width, (token + 1) * width)
}

/** The mean features of all tokens that lie in the image. */
function meanRow(values: Float32Array, blocks: readonly (number | null)[]): Float32Array {
  const mean = new Float32Array(values.length / blocks.length)
  let placed = 0
  blocks.forEach((block, token) => {
    if (block === null) return
    placed++
    tokenRow(values, token, blocks.length).forEach((value, i) => {
      mean[i] = (mean[i] ?? 0) + value
    })
  })
  return mean.map(sum => sum / placed)
}

/** A copy with the tokens of some blocks replaced. */
function replaced(
  values: Float32Array,
  blocks: readonly (number | null)[],
  which: readonly number[],
  rowFor: (token: number) => Float32Array,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(values)
  blocks.forEach((block, token) => {
    if (block !== null && which.includes(block)) tokenRow(out, token, blocks.length).set(rowFor(token))
  })
  return out
}
