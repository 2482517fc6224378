/** Med-CMR's findings on one run, and what the paper's tables show of each. */

import { mean, pearson } from '@voxelwise/statistics'
import {
  type MedCmrModel,
  medCmrModels,
  medCmrOverall,
  medCmrTasks,
} from '../../../engine/analysis/published-med-cmr.ts'
import { grouped } from '../../../engine/base/counted.ts'
import {
  decided,
  type PaperFinding,
  printed,
  publishedRange,
  type RunFigure,
  signed,
  undecided,
} from './finding.ts'
import { sizeInName } from './model-size.ts'
import type { FindingRun } from './run-figures.ts'

const medCmrTaskNames: readonly string[] = medCmrTasks.map(({ name }) => name)

/** In %, as printed. */
const cell = (model: MedCmrModel, key: string): number => model.cells.get(key) ?? Number.NaN
const share = (model: MedCmrModel, key: string): number => cell(model, key) / 100
const named = (keys: readonly string[]): readonly string[] =>
  keys.map(key => medCmrTasks.find(task => task.key === key)?.name ?? key)

const longTail = 'LTG'
const others = medCmrTasks.map(({ key }) => key).filter(key => key !== longTail)
const visual = ['SOD', 'FDD', 'SU']
const reasoning = ['TP', 'CR', 'LTG', 'MSI']

/** Two means closer than this are alike: as near as the other paper calls a gap small. */
const alike = 0.025

/** General models and the medical ones made of them. */
const pairs = [
  ['Qwen2.5-VL-7B', 'Lingshu-7B'],
  ['Qwen2.5-VL-32B', 'Lingshu-32B'],
  ['Gemma3-4B', 'Medgemma-4B'],
  ['Gemma3-27B', 'Medgemma-27B'],
] as const

export const medCmrFindings = (run: FindingRun): readonly PaperFinding[] => [
  bestChoice(run),
  longTailFails(run),
  visualDiffers(run),
  medicalNoBetter(),
  sizeMatters(),
  ...unprinted,
]

function bestChoice(run: FindingRun): PaperFinding {
  const shares = medCmrModels.map(model => share(model, medCmrOverall.choice))
  const top = Math.max(...shares)
  const figure = run.overall('accuracy over all questions')
  return {
    id: 'best-choice',
    claim: `GPT-5 is best, with ${printed(top)}% of choice questions.`,
    figure,
    published: publishedRange(shares),
    rule: `Holds if the upper limit is below ${printed(top)}%; does not hold if the lower limit is above it.`,
    ...decided(figure, { holds: ({ high }) => high < top, fails: ({ low }) => low > top }),
    table: 'follows',
    recomputed: `Best: ${medCmrModels.find(model => share(model, medCmrOverall.choice) === top)?.name}. Open questions: ${openRange()}, by the paper’s judge only.`,
  }
}

function openRange(): string {
  const open = medCmrModels.map(model => cell(model, medCmrOverall.open))
  return `${Math.min(...open).toFixed(2)} to ${Math.max(...open).toFixed(2)}`
}

function longTailFails(run: FindingRun): PaperFinding {
  const what = 'accuracy in Long-tail Generalization less the mean of the other tasks'
  const figure = run.contrast(what, named(others), named([longTail]))
  const lowest = medCmrModels.filter(model => others.every(key => cell(model, longTail) < cell(model, key)))
  const [ltg] = named([longTail])
  const hardest = run.overview.slices.task
    .filter(({ label, n }) => n > 0 && label !== ltg && medCmrTaskNames.includes(label))
    .sort((a, b) => a.share - b.share)[0]
  const longTailTask = run.overview.slices.task.find(({ label }) => label === ltg)
  const isLowest = !hardest || !longTailTask || longTailTask.share < hardest.share
  const above = hardest && ltg && !isLowest ? run.contrast('', [hardest.label], [ltg]) : null
  return {
    id: 'long-tail',
    claim: 'Long-tail generalization is the dominant failure.',
    figure,
    published: publishedRange(
      medCmrModels.map(model => share(model, longTail) - mean(others.map(key => share(model, key)))),
    ),
    rule: 'Holds if the interval of the difference is below 0 and no task is harder; does not hold if it is above 0, or another task is clearly harder.',
    ...run.decided(figure, {
      holds: ({ high }) => high < 0 && isLowest,
      fails: ({ low }) => low > 0 || (above?.low ?? -1) > 0,
    }),
    table: 'follows',
    recomputed: `It is the lowest of seven tasks in ${lowest.length} of ${medCmrModels.length} models.`,
  }
}

function visualDiffers(run: FindingRun): PaperFinding {
  const what = 'mean accuracy in visual tasks less reasoning tasks'
  const figure = run.contrast(what, named(reasoning), named(visual))
  const meanShare = (model: MedCmrModel, keys: readonly string[]) => mean(keys.map(key => share(model, key)))
  const differences = medCmrModels.map(model => meanShare(model, visual) - meanShare(model, reasoning))
  return {
    id: 'visual-and-reasoning',
    claim: 'Visual tasks and reasoning tasks differ.',
    figure,
    published: publishedRange(differences),
    rule: 'Holds if the interval of the difference excludes 0; does not hold if it is within ±2.5 points.',
    ...run.decided(figure, {
      holds: ({ low, high }) => low > 0 || high < 0,
      fails: ({ low, high }) => low > -alike && high < alike,
    }),
    table: 'follows',
    recomputed: `Visual tasks are easier for ${differences.filter(one => one > 0).length} of ${differences.length} models. The columns SU and MSI look swapped against the released data.`,
  }
}

function medicalNoBetter(): PaperFinding {
  const differences = (key: string) =>
    pairs.map(names => {
      const [general, medical] = names.map(name => medCmrModels.find(model => model.name === name))
      return general && medical ? cell(medical, key) - cell(general, key) : Number.NaN
    })
  const choice = differences(medCmrOverall.choice)
  const list = (values: readonly number[]) => values.map(value => signed(value)).join(', ')
  return {
    id: 'medical-no-better',
    claim: 'Medical models do not reliably beat general ones.',
    figure: null,
    published: publishedRange(choice.map(value => value / 100)),
    rule: 'Needs a general model and the medical one made of it: holds if the interval of their difference is not above 0.',
    ...undecided('One run has one model. Compare it with the model that it was made of.'),
    table: choice.every(value => value <= 0) ? 'follows' : 'does not follow',
    recomputed: `${pairs.map(([a, b]) => `${a} → ${b}`).join(', ')}: choice ${list(choice)}; open ${list(differences(medCmrOverall.open))} points.`,
  }
}

function sizeMatters(): PaperFinding {
  const sized = medCmrModels.flatMap(model => {
    const size = sizeInName(model.name)
    return size === null ? [] : [{ model, size }]
  })
  const logs = sized.map(({ size }) => Math.log10(size))
  const sizes = sized.map(({ size }) => size)
  const r = (x: readonly number[], key: string) => {
    const scores = sized.map(({ model }) => cell(model, key))
    return grouped(pearson(x, scores)?.r ?? Number.NaN, 2)
  }
  const { choice, open } = medCmrOverall
  return {
    id: 'size-matters',
    claim: 'Larger models score higher (Fig. 3, r = 0.84).',
    figure: null,
    published: null,
    rule: 'One run is a point among the published models.',
    ...undecided('One run has one size.'),
    table: 'follows',
    recomputed: `Over ${sized.length} models with a known size, choice questions: r = ${r(logs, choice)} with the logarithm of the size, ${r(sizes, choice)} with the size; open questions: ${r(logs, open)} with the logarithm.`,
  }
}

const noTable = (id: string, claim: string, rule: string, reason: string): PaperFinding => ({
  ...{ id, claim, figure: null as RunFigure | null, published: null, rule },
  ...undecided(reason),
  table: 'not in the table',
  recomputed: 'The paper has a figure or a statement only.',
})

const unprinted: readonly PaperFinding[] = [
  noTable(
    'without-options',
    'Models score lower if 500 choice questions are asked without options.',
    'Holds if the interval of the paired drop is above 0.',
    'See Probes, if the run has a pass without options.',
  ),
  noTable(
    'judges-agree',
    'Human and model judges agree (Spearman above 0.8, or 0.78).',
    'Holds if the interval of rho is above 0.78.',
    'See Judges, if people rated the answers too.',
  ),
]
