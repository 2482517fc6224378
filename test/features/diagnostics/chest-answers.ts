import { Random } from '@voxelwise/statistics'
import type { ForecastedRow } from '../../../src/features/diagnostics/engine/finding-answers.ts'
import type { AnsweredItem } from '../../../src/features/diagnostics/engine/run-differences.ts'

/** Two yes/no questions on each of 60 images, some answers unread, and two questions that failed. */
export function chestAnswers(): ForecastedRow[] {
  const random = new Random(7)
  return ['Is there a nodule?', 'Is there an effusion?'].flatMap((question, at) =>
    Array.from({ length: 61 }, (_, i): ForecastedRow => {
      const isPresent = random.unit() < 0.35
      const yes = 1 / (1 + Math.exp(-(random.normal() + (isPresent ? 1 : -1))))
      const isUnread = i % 30 === 11
      const labels = { task: 'Detection', modality: 'X-ray', parts: 'Chest', dataset: 'chest' }
      const right = isPresent ? '\tYes' : '\tNo'
      const given = yes > 0.5 ? '\tYes' : '\tNo'
      return {
        row: {
          ...{ id: `${at}-${i}`, ...labels, image: `${i}.png`, question, right, chance: 0.5 },
          ...(isUnread ? { isUnparsed: true } : { given }),
          verdict: i === 60 ? 'failed' : !isUnread && right === given ? 'correct' : 'wrong',
        },
        forecast:
          i === 60
            ? null
            : { probabilities: [yes, 1 - yes], right: isPresent ? 0 : 1, options: ['Yes', 'No'] },
      }
    }),
  )
}

/** The same as a run whose answers all follow from its probabilities. @param change of the probability of yes */
export const changedAnswers = (change: (yes: number, at: number) => number = yes => yes): AnsweredItem[] =>
  chestAnswers().map(({ row, forecast }, index) => {
    const yes = change(forecast?.probabilities[0] ?? 0, index)
    const given = yes > 0.5 ? '\tYes' : '\tNo'
    return {
      row: {
        ...row,
        ...{ index, kind: 'yes-no', options: 2, confidence: null, question: row.question ?? '' },
        given,
        isUnparsed: undefined,
        verdict: row.verdict === 'failed' ? 'failed' : row.right === given ? 'correct' : 'wrong',
      },
      forecast: forecast && { ...forecast, probabilities: [yes, 1 - yes] },
    }
  })
