import { Random } from '@voxelwise/statistics'
import type { ForecastedRow } from '../../../src/features/diagnostics/engine/finding-answers.ts'

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
