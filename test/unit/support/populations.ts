/** Benchmarks of which every verdict is known, to simulate runs on: what a part says of them can be held against the truth. */
import { readFileSync } from 'node:fs'
import { Random } from '@voxelwise/statistics'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { nodeSource } from '../../../src/data/sources/node.ts'
import { BenchmarkEstimates } from '../../../src/engine/analysis/benchmark-estimate.ts'
import { publishedColumns, publishedModels } from '../../../src/engine/analysis/published.ts'
import { groupMembers, makeFrame, type SamplingFrame } from '../../../src/engine/protocol/frame.ts'
import { balancedOrder } from '../../../src/engine/protocol/order.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'

export interface Population {
  readonly name: string
  readonly frame: SamplingFrame
  /** By the index of the question: whether it is answered right. */
  readonly right: readonly boolean[]
}

/** The bundled model's recorded answers to the bundled benchmark: 260 images with six questions each. */
export async function demoPopulation(precision: 'fp32' | 'q8' | 'q4'): Promise<Population> {
  const { samples } = await loadDataset(nodeSource('public/datasets/phantom-cube'), {})
  const answers: readonly { readonly id: string; readonly text: string }[] = JSON.parse(
    readFileSync(`test/golden/phantom-vlm/answers-${precision}.json`, 'utf8'),
  )
  const right = samples.map(({ fields }, i) => {
    const answer = answers[i]
    if (!answer || answer.id !== fields.id) throw new Error(`Answer ${i} is about another question.`)
    return medrcube.judge(answer.text, fields).correct
  })
  return { name: `phantom-vlm ${precision}`, frame: makeFrame(samples), right }
}

/**
 * Questions as MedRCube has them (tasks, modalities and regions in their published proportions, one to four on an image),
 * answered right as often as a published model does; what an image has in it makes all its questions harder or easier.
 * @param model its name in the published table
 * @param answerSeed draws the answers apart from the questions: models that share `seed` are asked the same ones
 */
export function publishedPopulation(
  model: string,
  images: number,
  seed: number,
  answerSeed?: number,
): Population {
  const published = publishedModels.find(({ name }) => name === model)
  if (!published) throw new Error(`There is no published model ${model}.`)
  const random = new Random(seed)
  const answers = answerSeed === undefined ? random : new Random(answerSeed)
  const pick = (axis: 'task' | 'modality' | 'parts') => {
    const columns = publishedColumns.filter(column => column.axis === axis)
    let at = random.unit() * columns.reduce((sum, { n }) => sum + n, 0)
    const found =
      columns.find(({ n }) => {
        at -= n
        return at <= 0
      }) ?? columns[0]
    if (!found) throw new Error(`No ${axis} is published.`)
    return { label: found.label, share: published.slices.get(found.key) ?? published.overall }
  }
  const samples = []
  const right: boolean[] = []
  for (let image = 0; image < images; image++) {
    const [modality, parts] = [pick('modality'), pick('parts')]
    const ease = 0.8 * random.normal()
    const tasks = new Map(
      Array.from({ length: 1 + random.below(4) }, () => pick('task')).map(task => [task.label, task]),
    )
    for (const task of tasks.values()) {
      const level =
        logit(task.share) + (logit(modality.share) + logit(parts.share)) / 2 - logit(published.overall)
      right.push(answers.unit() < 1 / (1 + Math.exp(-level - ease)))
      samples.push({
        index: samples.length,
        fields: {
          task: task.label,
          modality: modality.label,
          parts: parts.label,
          dataset: `${modality.label} ${parts.label}`,
        },
        image: `/data/${image}.png`,
        file: '/data/test.json',
      })
    }
  }
  return { name: `${model}, ${images} images`, frame: makeFrame(samples), right }
}

/** Images that have as many questions as wanted. An image's questions are about equally easy. */
interface SizedPopulation {
  readonly seed: number
  /** The chance of a right answer on an image of median ease, by its number of questions. */
  readonly chance: (size: number) => number
}

/** @param sizes questions of each image */
export function sizedPopulation(sizes: readonly number[], { seed, chance }: SizedPopulation): Population {
  const random = new Random(seed)
  const samples: Sample[] = []
  const right: boolean[] = []
  for (const [image, size] of sizes.entries()) {
    const ease = random.normal()
    for (let question = 0; question < size; question++) {
      right.push(random.unit() < 1 / (1 + Math.exp(-logit(chance(size)) - ease)))
      samples.push({
        index: samples.length,
        fields: {
          ...{
            task: `Task ${question % 3}`,
            modality: `M${image % 4}`,
            parts: `P${image % 5}`,
            dataset: 'D',
          },
        },
        image: `/data/${image}.png`,
        file: '/data/test.json',
      })
    }
  }
  return { name: `${sizes.length} images`, frame: makeFrame(samples), right }
}

const logit = (share: number): number => Math.log(share / (1 - share))

/** What a simulated run shows at one look. */
export interface Look {
  /** Images and questions that were asked. */
  readonly images: number
  readonly asked: number
  readonly estimates: BenchmarkEstimates
}

/**
 * Asks a population in the balanced order of a seed, and looks after every image.
 * @param look whether to go on
 * @param limit questions that are set in advance, whole images; null for all
 */
export function simulateRun(
  { frame, right }: Population,
  seed: number,
  look: (look: Look) => boolean,
  limit: number | null = null,
): void {
  const members = groupMembers(frame)
  const estimates = new BenchmarkEstimates(frame, { order: 'balanced', seed, limit })
  let [images, asked] = [0, 0]
  for (const group of balancedOrder(frame, seed).rounds.flat()) {
    for (const index of members[group] ?? []) {
      estimates.add(index, right[index] ? 'correct' : 'wrong')
      asked++
    }
    images++
    if (!look({ images, asked, estimates })) return
  }
}

export function shareRight(right: readonly boolean[]): number {
  return right.filter(Boolean).length / right.length
}

/**
 * Half the width of the normal 95 % interval for a random sample of so many images whose size was fixed beforehand, for a
 * single look: the least that can be hoped for without knowing anything of the questions.
 */
export function fixedSizeHalfWidth({ frame, right }: Population, images: number): number {
  const share = shareRight(right)
  const totals = groupMembers(frame).map(indices =>
    indices.reduce((sum, i) => sum + Number(right[i]) - share, 0),
  )
  const variance = totals.reduce((sum, total) => sum + total * total, 0) / (totals.length - 1)
  const perImage = right.length / totals.length
  return (1.96 * Math.sqrt((variance / images) * (1 - images / totals.length))) / perImage
}
