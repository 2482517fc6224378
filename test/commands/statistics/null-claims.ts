/** How often a run in which all voxels are equally difficult is said to have some that are not. */

import { Random } from '@voxelwise/statistics'
import { accuracyFigures } from '../../../src/engine/analysis/accuracy-figures.ts'
import { chainRates } from '../../../src/engine/analysis/chains.ts'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { runFindings } from '../../../src/engine/analysis/run-findings.ts'
import type { Countable } from '../../../src/engine/analysis/shares.ts'
import { subgroups } from '../../../src/engine/analysis/subgroups.ts'
import { clusterSizes, drawChance } from './draws.ts'
import { inPercent, type Simulation } from './simulation.ts'

/** The nominal level is 5 %; the rest is the error of a simulation of some hundred runs. */
const most = 0.07
const alpha = 0.05

const tasks = Array.from({ length: 6 }, (_, i) => `Task ${i}`)
const modalities = Array.from({ length: 10 }, (_, i) => `M${i}`)

interface Question {
  readonly task: string
  readonly modality: string
  /** The number of its image. */
  readonly image: number
}

/** Every question on its own image. @param countQuestions questions of each voxel */
const singles = (countQuestions: (voxel: number) => number): Question[] =>
  tasks
    .flatMap((task, t) => modalities.map((modality, m) => ({ task, modality, voxel: t * 10 + m })))
    .flatMap(({ task, modality, voxel }) =>
      Array.from({ length: countQuestions(voxel) }, () => ({ task, modality, image: 0 })),
    )
    .map((question, image) => ({ ...question, image }))

/** Each image belongs to one modality and is asked about several tasks. @param asked tasks of each image, of six */
const shared = (images: number, asked: (image: number) => number): Question[] =>
  Array.from({ length: images }, (_, image) =>
    Array.from({ length: asked(image) }, (_, i) => ({
      task: tasks[(image + i) % tasks.length] as string,
      modality: modalities[image % modalities.length] as string,
      image,
    })),
  ).flat()

/** Images with up to 12 questions of one voxel. */
const within = (images: number): Question[] =>
  clusterSizes(images, 'unequal').flatMap((size, image) =>
    Array.from({ length: size }, () => ({
      task: tasks[image % tasks.length] as string,
      modality: modalities[Math.floor(image / tasks.length) % modalities.length] as string,
      image,
    })),
  )

const designs: readonly (readonly [name: string, questions: readonly Question[], icc: number])[] = [
  ['60 voxels of 10 single questions', singles(() => 10), 0],
  ['60 voxels of 1 to 24 single questions', singles(voxel => 1 + (voxel % 24)), 0],
  ['300 images, 1 to 6 tasks each, ICC 0.3', shared(300, image => 1 + (image % 6)), 0.3],
  ['300 images, 1 to 6 tasks each, ICC 0.6', shared(300, image => 1 + (image % 6)), 0.6],
  ['240 images of one voxel each, ICC 0.3', within(240), 0.3],
  ['240 images of one voxel each, ICC 0.6', within(240), 0.6],
]

const makeRow = ({ task, modality, image }: Question, id: number, isRight: boolean): Countable => ({
  ...{ id: String(id), task, modality, parts: 'Chest', dataset: 'S', image: `${image}.png` },
  ...{ chance: 0.25, verdict: isRight ? 'correct' : 'wrong' },
})

function drawnRows(questions: readonly Question[], icc: number, p: number, random: Random): Countable[] {
  const chances = new Map<number, number>()
  return questions.map((question, id) => {
    const chance = chances.get(question.image) ?? drawChance(p, icc, random)
    chances.set(question.image, chance)
    return makeRow(question, id, random.unit() < chance)
  })
}

/** Whether Findings names a voxel that is less accurate than the rest. */
function isFound(rows: readonly Countable[]): boolean {
  const facts = {
    rows,
    overview: { ...accuracyFigures(rows), part: null, unread: { answered: 0, unread: 0, reply: null } },
    rates: chainRates({ rows, chains: [], clusters: findClusters(rows) }),
    ...{ probes: null, previous: null, isPublished: false, selection: null },
  }
  return runFindings(facts).some(({ kind, isShown }) => kind === 'weakest' && isShown)
}

/** Whether Subgroups prints a difference in bold. */
const isBold = (rows: readonly Countable[]): boolean =>
  subgroups(
    rows,
    at => [rows[at]?.task ?? null, rows[at]?.modality ?? null],
    () => null,
  ).some(({ difference }) => (difference?.adjusted ?? 1) < alpha)

export const nullClaims: Simulation = {
  name: 'null-claims',
  title: 'All voxels equally difficult: runs in which Findings / Subgroups call one different, in %.',
  columns: [
    { head: 'questions' },
    ...['50 %', '90 %', '95 %', '98 %'].map(p => ({ head: `accuracy ${p}`, isFigure: true as const })),
  ],
  *rows(runs) {
    for (const [at, [name, questions, icc]] of designs.entries()) {
      const claims = [0.5, 0.9, 0.95, 0.98].map((p, column) => {
        const random = new Random(1000 + 10 * at + column)
        let [found, bold] = [0, 0]
        const sets = Math.ceil(runs / 10)
        for (let set = 0; set < sets; set++) {
          const rows = drawnRows(questions, icc, p, random)
          found += Number(isFound(rows))
          bold += Number(isBold(rows))
        }
        return [found / sets, bold / sets] as const
      })
      const isMissed = claims.flat().some(share => share > most)
      yield {
        cells: [name, ...claims.map(pair => pair.map(share => inPercent(share)).join(' / '))],
        miss: isMissed ? `More than ${inPercent(most, 0)} % of the runs with ${name}.` : null,
      }
    }
  },
}
