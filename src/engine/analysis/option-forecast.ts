/** What a model expects: the probabilities of a question's options. */
import type { Forecast } from '@voxelwise/statistics'
import { keptAnswer, keptText } from '../protocol/answer-words.ts'
import { optionShares } from '../protocol/choices.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { RunRecord } from '../protocol/record.ts'

/** The model's probability of each option; null if not recorded, or if the question failed. */
export function forecastOf(record: RunRecord): Forecast | null {
  const choices = record.status === 'answered' ? record.score?.choices : undefined
  if (!choices || choices.every(({ isBound }) => isBound)) return null
  const probabilities = optionShares(choices)
  // Where every option is impossible there is nothing to be sure of.
  if (!probabilities.every(Number.isFinite)) return null
  return { probabilities, right: choices.findIndex(({ letter }) => letter === record.rightAnswer) }
}

/** A forecast with the texts of its options, as rows keep answers: those of long ones are empty. */
export interface OptionForecast extends Forecast {
  readonly options: readonly string[]
}

export function optionForecastOf(
  record: RunRecord,
  protocol: Pick<Protocol, 'optionsOf'>,
): OptionForecast | null {
  const forecast = forecastOf(record)
  if (!forecast || record.status !== 'answered') return null
  const options = (record.score?.choices ?? []).map(({ letter }) =>
    keptText(keptAnswer(protocol, record.sample.fields, letter)),
  )
  return { ...forecast, options }
}
