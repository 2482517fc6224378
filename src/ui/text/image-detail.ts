/** The image details of the set-up, each with what an image costs. */
import { type CostState, trialHere } from '../../app/run/cost.ts'
import { ownDetail } from '../../engine/base/image-detail.ts'
import { imageSide, type ModelOverview } from '../../engine/model/model-overview.ts'
import { imageSeconds } from '../../engine/model/speed.ts'
import { detailWords } from '../../engine/protocol/detail-words.ts'
import { chosenDetail } from '../../engine/protocol/settings.ts'
import type { SelectOption } from './choices.ts'
import { count, milliseconds } from './format.ts'

const tokensAt = ({ details = [] }: ModelOverview, detail: string): number | undefined =>
  details.find(one => one.detail === detail)?.imageTokens.find(({ width }) => width === imageSide)?.tokens

/**
 * What can be chosen, each with the tokens of an image and, once the speed was tested, its seconds; none where the model has one
 * way to show an image.
 */
export function imageDetailField(state: Omit<CostState, 'runs'>): {
  readonly choices: readonly SelectOption<string>[]
  readonly note: string
} | null {
  const { model, settings } = state
  if (model.status !== 'ready' || !model.overview.details) return null
  const { overview } = model
  const known = model.overview.details.map(({ detail }) => detail)
  const chosen = chosenDetail(settings)
  const tried = trialHere(state)
  const trial = tried && tried.details.length > 0 ? tried : null
  /** "64 tokens", "≈ 1.0 s": as far as they are known. */
  const costWords = (detail: string): readonly string[] => {
    const tokens = trial?.details.find(one => one.detail === detail)?.tokens ?? tokensAt(overview, detail)
    const seconds =
      trial && imageSeconds(trial.speed, trial.shape, trial.details, trial.what.imageDetail, detail)
    const sign = detail === trial?.what.imageDetail ? '' : '≈ '
    return [
      ...(tokens === undefined ? [] : [`${count(Math.round(tokens))} tokens`]),
      ...(seconds == null ? [] : [`${sign}${milliseconds(1000 * seconds)}`]),
    ]
  }
  const cost = costWords(chosen).join(', ')
  const ofTrial = 'on average over the images of the speed test. ≈ is computed from the tested detail.'
  return {
    choices: (known.includes(chosen) ? known : [...known, chosen]).map(detail => ({
      value: detail,
      text: [detailWords(detail), ...costWords(detail)].join(' · '),
    })),
    note: [
      ...(cost === ''
        ? ['The speed test adds the time.']
        : [
            trial
              ? `${cost} for an image, ${ofTrial}`
              : `${cost} for an image of ${imageSide} × ${imageSide} pixels. The speed test adds the time.`,
          ]),
      ...(chosen === ownDetail
        ? []
        : ['This is not the model’s own detail. Its files do not say whether it was trained at this one.']),
    ].join(' '),
  }
}
