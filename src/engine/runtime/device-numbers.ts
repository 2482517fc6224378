import type { Tensor } from '@huggingface/transformers'
import type { Pixels } from '@voxelwise/pixels'
import type { PreparedImage } from '../families/family.ts'
import type { DeviceNumbers } from '../model/device-test.ts'
import { type Spellings, scoreChoices } from '../protocol/choices.ts'
import { disposeCache } from './cache.ts'
import type { Vlm } from './vlm.ts'

export interface TestPrompt {
  readonly ids: readonly number[]
  readonly image: number | null
}

/**
 * What this device computes: the features of each image, the options' log-probabilities after each prompt, and after
 * one more token on top of the cache, for which a graphics card uses other kernels.
 * @param spellings the tokens of each option
 */
export async function deviceNumbers(
  vlm: Vlm,
  images: readonly PreparedImage[],
  prompts: readonly TestPrompt[],
  spellings: Spellings,
): Promise<DeviceNumbers> {
  const letters = [...spellings.keys()]
  const [token = 0] = spellings.values().next().value ?? []
  const options = (logits: Float32Array): number[] =>
    scoreChoices(logits, letters, spellings).map(({ logprob }) => logprob)
  const encoded: Tensor[] = []
  for (const image of images) encoded.push(await vlm.encodeImage(image))
  const answers: DeviceNumbers['prompts'][number][] = []
  for (const { ids, image } of prompts) {
    const [shown, features] =
      image === null ? [[], []] : [images.slice(image, image + 1), encoded.slice(image, image + 1)]
    const joined = vlm.joinFeatures(features)
    const first = await vlm.forward(ids, null, 0, joined, vlm.decoderInputs(ids, 0, shown))
    const second = await vlm.next([...ids, token], first, { images: shown, features: () => joined })
    disposeCache(second.cache)
    answers.push({ options: options(first.logits), next: options(second.logits) })
  }
  return {
    prompts: answers,
    features: encoded.map(tensor => Float32Array.from(tensor.to('float32').data as Float32Array)),
  }
}

/** The tokens of the letters A to D; where the tokenizer lacks them, the prompt's last ones. */
export function testSpellings(vlm: Vlm, ids: readonly number[]): Spellings {
  const known = vlm.spellings([])
  const letters = ['A', 'B', 'C', 'D'].flatMap(letter => {
    const tokens = known.get(letter) ?? []
    return tokens.length > 0 ? [[letter, tokens] as const] : []
  })
  return new Map(letters.length > 1 ? letters : ids.slice(-4).map((id, i) => [`token ${i}`, [id]] as const))
}

/** A drawn picture of three waves, in whole numbers only, so that Python (tools/export/verify.py) draws the same. */
export function testPicture(number: number): Pixels {
  const [width, height] = number === 0 ? [96, 96] : [120, 80]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++)
        data[(y * width + x) * 3 + c] = Math.abs(
          ((x * (5 + 2 * c + number) + y * (3 + c * (1 + number))) % 511) - 255,
        )
  return { width, height, channels: 3, data }
}

const ending = "Answer with the option's letter from the given choices directly."

/** The page's own test prompts: the first for each image, the second for the first image only. */
export const testPrompts = [
  `Question: Which imaging modality is shown?\nOptions:\nA. CT\nB. MRI\nC. Ultrasound\nD. X-ray\n${ending}`,
  `Question: Which part of the body is shown?\nOptions:\nA. Head\nB. Chest\nC. Abdomen\nD. Knee\n${ending}`,
] as const
