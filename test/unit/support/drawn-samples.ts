import type { Sample } from '../../../src/engine/protocol/sample.ts'
import type { Random } from './random.ts'

/** Questions of MedRCube's kind, one to five an image. */
export function drawnSamples(random: Random, count: number): readonly Sample[] {
  let image = 0
  return Array.from({ length: count }, (_, index) => {
    if (random.below(3) === 0) image++
    const path = `data/images/${image}.png`
    const fields = {
      id: `q${index}`,
      image_path: path,
      question: `What is shown in ${random.pick(['é', '“this”', 'it'])}, ${index}?`,
      option_A: 'A slice',
      option_B: 'A plan',
      option_C: 'Both',
      gt_answer: random.pick(['A slice', 'A plan', 'Both']),
      task: random.pick(['Organ', 'Modality']),
      modality: random.pick(['CT', 'MR']),
      parts: random.pick(['Head', 'Chest', 'Knee']),
      dataset: 'drawn',
    }
    return { index, fields, image: path, file: 'data/test.json' }
  })
}
