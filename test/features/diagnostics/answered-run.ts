import { Random } from '@voxelwise/statistics'
import type { StoredRuns } from '../../../src/data/export/stored-runs.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { answered, failed, someRun } from '../../unit/support/records.ts'

const tasks = ['Detection', 'Diagnosis'] as const
const questions = ['Is there a nodule?', 'Is there an effusion?'] as const

/** A drawn run: two questions on each image with option probabilities, options in changing order, and one that failed. */
export function answeredRun(images: number): StoredRuns {
  const random = new Random(5)
  const protocol = findProtocol(someRun.settings.protocol)
  const records: RunRecord[] = Array.from({ length: 2 * images }, (_, i) => {
    const at = i % 2
    const isPresent = random.unit() < 0.35
    const yes = 1 / (1 + Math.exp(-(1.2 * random.normal() + (isPresent ? 1 : -1))))
    const options = random.unit() < 0.5 ? ['Yes', 'No'] : ['No', 'Yes']
    const findLetter = (text: string): string => 'AB'[options.indexOf(text)] ?? ''
    const image = `data/${i >> 1}.png`
    const fields = {
      ...{ id: `q${i}`, task: tasks[at] ?? '', modality: 'X-ray', parts: 'Chest', dataset: 'd' },
      ...{ question: questions[at] ?? '', image_path: image, age: 40 + (i % 30) },
      ...{ option_A: options[0] ?? '', option_B: options[1] ?? '', gt_answer: isPresent ? 'Yes' : 'No' },
      correct_index: options.indexOf(isPresent ? 'Yes' : 'No'),
    }
    const parsed = findLetter(yes > 0.5 ? 'Yes' : 'No')
    const rightAnswer = findLetter(isPresent ? 'Yes' : 'No')
    const record = answered(i, fields, {
      prompt: protocol.prompt(fields),
      ...{ rightAnswer, parsed, correct: parsed === rightAnswer, response: parsed },
      score: {
        ...{ text: parsed, stop: 'choices', timings: { encode: 5, prefix: 1, prefill: 2, decode: 0 } },
        tokens: { prompt: 90, image: 64, reused: 0, generated: 0 },
        choices: options.map((text, place) => ({
          letter: 'AB'[place] ?? '',
          logprob: Math.log(text === 'Yes' ? yes : 1 - yes),
        })),
      },
    })
    return { ...record, sample: { ...record.sample, image } }
  })
  const { fields } = records[0]?.sample ?? { fields: {} }
  const broken = failed(2 * images, { ...fields, id: 'x', question: '=1+1' })
  const all: RunRecord[] = [
    ...records,
    {
      ...broken,
      prompt: protocol.prompt(broken.sample.fields),
      rightAnswer: protocol.rightAnswer(broken.sample.fields),
      sample: { ...broken.sample, image: 'data/0.png' },
    },
  ]
  const counts = { ...someRun.dataset.counts, total: all.length, loaded: all.length }
  const settings = { ...someRun.settings, scoring: 'choices' as const }
  const run = { ...someRun, settings, total: all.length, dataset: { ...someRun.dataset, counts } }
  return {
    run: async () => run,
    runs: async () => [{ run }],
    load: async () => undefined,
    regions: async () => [],
    countRecords: async () => all.length,
    async *records() {
      yield all.slice(0, 7)
      yield all.slice(7)
    },
  }
}
