/** What a model expects: the probabilities of a question's options. */
import type { Forecast } from '@voxelwise/statistics'
import { keptAnswer, keptText } from '../protocol/answer-words.ts'
import { optionShares } from '../protocol/choices.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { RunRecord } from '../protocol/record.ts'

/** The model's probability of each option; null if not recorded, or if the question failed. */
export function readForecast(record: RunRecord): Forecast | null {
  const choices = record.status === 'answered' ? record.score?.choices : undefined
  if (!choices || choices.every(({ isBound }) => isBound)) return null
  const probabilities = optionShares(choices)
  // Where every option is impossible there is nothing to be sure of.
  if (!probabilities.every(Number.isFinite)) return null
  return { probabilities, right: choices.findIndex(({ letter }) => letter === record.rightAnswer) }
}

/** Which of the options are right, and which were chosen, by their places. */
interface SeveralAnswers {
  readonly right: readonly number[]
  /** Null where the reply could not be read, or the question failed. */
  readonly chosen: readonly number[] | null
}

/** A forecast with the texts of its options, as rows keep answers: those of long ones are empty. */
export interface OptionForecast extends Forecast {
  readonly options: readonly string[]
  /** Places of the options of a question with several right ones, which is kept without probabilities, too. */
  readonly several?: SeveralAnswers
}

export function readOptionForecast(
  record: RunRecord,
  protocol: Pick<Protocol, 'answerKind' | 'listOptions' | 'rightAnswer'>,
): OptionForecast | null {
  const forecast = readForecast(record)
  const { fields } = record.sample
  const optionText = (letter: string): string => keptText(keptAnswer(protocol, fields, letter))
  if (protocol.answerKind(fields) === 'several') {
    const choices = record.status === 'answered' && forecast ? record.score?.choices : undefined
    const letters = (choices ?? protocol.listOptions(fields)).map(({ letter }) => letter)
    const optionPlaces = (answer: string) =>
      letters.flatMap((letter, at) => (answer.includes(letter) ? [at] : []))
    const isRead = record.status === 'answered' && record.unparsed === undefined && record.parsed !== ''
    const right = optionPlaces(protocol.rightAnswer(fields))
    return {
      ...{ probabilities: [], right: -1, ...forecast, options: letters.map(optionText) },
      several: { right, chosen: isRead ? optionPlaces(record.parsed) : null },
    }
  }
  if (!forecast || record.status !== 'answered') return null
  return { ...forecast, options: (record.score?.choices ?? []).map(({ letter }) => optionText(letter)) }
}
