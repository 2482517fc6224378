/** The image detail of a run, as other settings of the model's own processor: all other code sees changed settings only. */
import { VoxelwiseError } from '../base/errors.ts'
import { detailText, ownDetail, type RelativeDetail, readDetail } from '../base/image-detail.ts'
import type { Family, ModelConfigs } from './family.ts'

/** Details to choose from besides the model's own, those with fewer tokens first. */
const offeredBeside = ({ details }: Family, configs: ModelConfigs): readonly string[] =>
  (details?.offered(configs) ?? []).map(detailText)

/** The model's own detail, then those that its family's processor can be asked for. */
export const detailChoices = (family: Family, configs: ModelConfigs): readonly string[] => [
  ownDetail,
  ...offeredBeside(family, configs),
]

/**
 * The settings that show images at a detail, in place of the model's own.
 * @param detail `ownDetail`, or as `readDetail` reads it
 * @throws VoxelwiseError model-unsupported where the family's processor cannot be asked for it
 */
export function withDetail(family: Family, configs: ModelConfigs, detail: string): ModelConfigs {
  if (detail === ownDetail) return configs
  const read = readDetail(detail)
  const fields = read && family.details?.settings(read, configs)
  if (fields) return { ...configs, imageProcessor: { ...configs.imageProcessor, ...fields } }
  throw detailRefused(String(configs.config.model_type), detail, offeredBeside(family, configs))
}

/**
 * The least of the details that are offered besides the model's own, or the one in the middle of them.
 * @throws VoxelwiseError model-unsupported where none is offered
 */
export function relativeDetail(family: Family, configs: ModelConfigs, wanted: RelativeDetail): string {
  const offered = offeredBeside(family, configs)
  const detail = offered[wanted === 'least' ? 0 : Math.floor(offered.length / 2)]
  if (detail !== undefined) return detail
  throw detailRefused(String(configs.config.model_type), wanted, offered)
}

/** @param offered details that the model can be shown at, besides its own */
export const detailRefused = (
  modelType: string,
  detail: string,
  offered: readonly string[],
): VoxelwiseError =>
  new VoxelwiseError({
    code: 'model-unsupported',
    subject: `${modelType}: image detail ${detail}`,
    message:
      offered.length > 0
        ? `The processor of "${modelType}" cannot be asked for this image detail.`
        : `The processor of "${modelType}" shows every image in one way.`,
    remedy:
      offered.length > 0
        ? `Choose ${ownDetail}, or one of this kind: ${offered.join(', ')}.`
        : `Choose ${ownDetail}, the model's own image detail.`,
  })

/** Tokens below which nothing is offered, save a quarter of a small maximum. */
const leastTokens = 16

/** A quarter, a sixteenth … of a number of tokens, the least first. */
export function quarters(tokens: number): readonly number[] {
  const parts = [1, 2, 3, 4].map(power => Math.floor(tokens / 4 ** power))
  return parts.filter((part, i) => part >= (i === 0 ? 1 : leastTokens)).reverse()
}

/** Tiles to choose from, of families that divide an image into up to a number of them. */
export const offeredTiles = [1, 4, 9] as const
