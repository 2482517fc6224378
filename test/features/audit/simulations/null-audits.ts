/** How often an audit says that a blind model uses the image, and how often it finds that it ignores it. */

import { Random } from '@voxelwise/statistics'
import { findClusters } from '../../../../src/engine/analysis/clusters.ts'
import type { Countable } from '../../../../src/engine/analysis/shares.ts'
import type { AuditItem, Condition, Reply } from '../../../../src/features/audit/engine/items.ts'
import type { Metric } from '../../../../src/features/audit/engine/metrics.ts'
import { type AuditFigure, sliceFigures } from '../../../../src/features/audit/engine/slice-figures.ts'
import { judgeSlices, type UseVerdict } from '../../../../src/features/audit/engine/verdict.ts'
import { drawChance } from '../../../commands/statistics/draws.ts'
import { inPercent, type Simulation } from '../../../commands/statistics/simulation.ts'

/** The largest share of false claims: 5 %, and the error of some 400 runs. */
const most = 0.07

const perImage = 3
const tasks = ['Organ Recognition', 'View Recognition', 'Abnormity Diagnosis', 'Disease Diagnosis']
const modalities = ['CT', 'MRI', 'X-ray']
const letters = ['A', 'B', 'C', 'D'] as const

interface Design {
  readonly questions: number
  /** The share of answers that the server replaces with any of the four options. */
  readonly noise: number
  /** What shows use: another image, or images chosen by what is right for them. */
  readonly by: 'wrong image' | 'right answer'
}

const conditionsBy: Readonly<Record<Design['by'], readonly Condition[]>> = {
  'wrong image': ['unchanged', 'wrong-image', 'blank-image'],
  'right answer': ['unchanged', 'wrong-image', 'blank-image', 'same-label', 'opposite-label'],
}

const metricsBy: Readonly<Record<Design['by'], readonly Metric[]>> = {
  'wrong image': ['noise-floor', 'wrong-image-gap', 'wrong-image-change', 'blank-change'],
  'right answer': [
    'noise-floor',
    'wrong-image-gap',
    'wrong-image-change',
    'blank-change',
    'ofr',
    'uar',
    'ssp',
  ],
}

/** A model that always gives the answer that the words suggest: A, the right one, for half of the questions. */
function drawItems({ questions, noise, by }: Design, random: Random): readonly AuditItem[] {
  const items: AuditItem[] = []
  for (let image = 0; image < questions / perImage; image++) {
    const chance = drawChance(0.5, 0.3, random)
    for (let i = 0; i < perImage; i++) {
      const suggested = random.unit() < chance ? 'A' : 'B'
      const reply = (): Reply => {
        const parsed = random.unit() < noise ? (letters[random.below(4)] ?? 'A') : suggested
        return { parsed, isRight: parsed === 'A' }
      }
      const index = items.length
      const row: Countable = {
        ...{ id: String(index), image: `${image}.png`, dataset: 'd', chance: 1 / 4, verdict: 'correct' },
        task: tasks[index % tasks.length] ?? '',
        ...{ modality: modalities[image % modalities.length] ?? '', parts: 'Chest' },
      }
      items.push({
        ...{ row, index, original: reply(), isComparable: true, claims: null, isAffirmed: false },
        ...{ fitsWrongImage: false, reworded: [], drawn: [], isStable: null },
        replies: new Map(conditionsBy[by].map(condition => [condition, reply()])),
      })
    }
  }
  return items
}

function drawVerdicts(
  design: Design,
  random: Random,
): Readonly<Record<'whole' | 'parts', readonly UseVerdict[]>> {
  const items = drawItems(design, random)
  const clusters = findClusters(items.map(({ row }) => row))
  const readable = new Map(
    (['original', ...conditionsBy[design.by]] as const).map(condition => [condition, 1]),
  )
  const judged = (toLabel: (row: Countable) => string) => {
    const labels = [...new Set(items.map(({ row }) => toLabel(row)))]
    const figures = metricsBy[design.by].map(metric => sliceFigures(metric, { items, clusters, toLabel }))
    return judgeSlices(
      labels.map(label => {
        const own = items.filter(({ row }) => toLabel(row) === label)
        const found = figures.flatMap((of): AuditFigure[] => {
          const figure = of.get(label)
          return figure ? [{ ...figure, unread: 0 }] : []
        })
        // Its accuracy is above guessing, as far as it is known.
        const accuracy = {
          n: own.length,
          correct: 0,
          share: 0.5,
          low: 0.45,
          high: 0.55,
          chance: 0.25,
          basis: null,
        }
        const images = new Set(own.map(({ row }) => row.image)).size
        return { n: own.length, clusters: images, accuracy, figures: found, readable }
      }),
    )
  }
  return {
    whole: judged(() => ''),
    parts: [...judged(({ task }) => task), ...judged(({ task, modality }) => `${task} ${modality}`)],
  }
}

const isUse = ({ verdict }: UseVerdict): boolean => verdict === 'uses' || verdict === 'uses-a-little'

export const nullAudits: Simulation = {
  name: 'null-audits',
  title:
    'Audits of a blind model: how often it is said to use the image, over all questions and in any task or voxel, and how often it is found to ignore it.',
  columns: [
    { head: 'questions', isFigure: true },
    { head: 'noise of the server', isFigure: true },
    { head: 'shown by' },
    ...['use, all questions', 'use, any task or voxel', 'ignores, all questions'].map(head => ({
      head,
      isFigure: true as const,
    })),
  ],
  *rows(runs) {
    let seed = 500
    for (const by of ['wrong image', 'right answer'] as const)
      for (const questions of [300, 900])
        for (const noise of [0, 0.1, 0.3]) {
          const random = new Random(seed++)
          const drawn = Math.ceil(runs / 10)
          let [whole, parts, ignores] = [0, 0, 0]
          for (let run = 0; run < drawn; run++) {
            const found = drawVerdicts({ questions, noise, by }, random)
            whole += Number(found.whole.some(isUse))
            parts += Number(found.parts.some(isUse))
            ignores += Number(found.whole.some(({ verdict }) => verdict === 'ignores'))
          }
          const [share, anywhere, blind] = [whole / drawn, parts / drawn, ignores / drawn]
          const figures = [share, anywhere, blind].map(of => `${inPercent(of)} %`)
          const cells = [String(questions), `${inPercent(noise, 0)} %`, by, ...figures]
          const miss = `A blind model is said to use the image in ${inPercent(Math.max(share, anywhere))} % of runs: ${cells.slice(0, 3).join(', ')}.`
          yield { cells, miss: Math.max(share, anywhere) > most ? miss : null }
        }
  },
}
