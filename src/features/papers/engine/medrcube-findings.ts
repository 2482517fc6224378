/** MedRCube's findings on one run, and what the paper's table shows of each. */

import { correlationMatrix, mean, pearson, welch } from '@voxelwise/statistics'
import {
  type PublishedModel,
  pooledAccuracy,
  publishedColumns,
  publishedModels,
} from '../../../engine/analysis/published.ts'
import { grouped } from '../../../engine/base/counted.ts'
import {
  decided,
  type PaperFinding,
  printed,
  publishedRange,
  type RunFigure,
  short,
  undecided,
} from './finding.ts'
import type { FindingRun } from './run-figures.ts'

const tasks = publishedColumns.filter(({ axis }) => axis === 'task')
const columnName = (key: string): string => tasks.find(task => task.key === key)?.label ?? key

const cell = (model: PublishedModel, key: string): number => model.slices.get(key) ?? Number.NaN
const best = (models: readonly PublishedModel[], score: (model: PublishedModel) => number): PublishedModel =>
  models.reduce((a, b) => (score(b) > score(a) ? b : a))
const named = (name: string): PublishedModel => {
  const match = publishedModels.find(model => model.name === name)
  if (!match) throw new RangeError(`no published model ${name}`)
  return match
}
const isOpen = ({ group }: PublishedModel): boolean => group !== 'Proprietary'

export const medrcubeFindings = (run: FindingRun): readonly PaperFinding[] => [
  bestOverall(run),
  protocolsFail(run),
  viewsFail(run),
  diagnoseWithoutBasics(run),
  shortcutsGrow(),
  scalingWeakens(),
  trainingBeatsSize(),
  brainIsland(),
]

function bestOverall(run: FindingRun): PaperFinding {
  const top = best(publishedModels, ({ overall }) => overall)
  const figure = run.overall('accuracy over all questions')
  return {
    id: 'best-overall',
    claim: `The best model reaches only ${printed(top.overall)}% overall.`,
    figure,
    published: publishedRange(publishedModels.map(({ overall }) => overall)),
    rule: `Holds if the upper limit is below ${printed(top.overall)}%; does not hold if the lower limit is above it.`,
    ...decided(figure, { holds: ({ high }) => high < top.overall, fails: ({ low }) => low > top.overall }),
    table: 'follows',
    recomputed: `Best: ${top.name}, ${printed(top.overall)}%.`,
  }
}

/** A task in which models are said to be weak. */
const weak = (figure: RunFigure | null, limit: number) => ({
  rule: `Holds if the upper limit is below ${100 * limit}%; does not hold if the lower limit is above it.`,
  ...decided(figure, { holds: ({ high }) => high < limit, fails: ({ low }) => low > limit }),
})

function protocolsFail(run: FindingRun): PaperFinding {
  const shares = publishedModels.map(model => cell(model, 'IPR'))
  const within = shares.filter(share => share >= 0.2 && share <= 0.4).length
  const figure = run.slice('task', columnName('IPR'))
  return {
    id: 'imaging-protocols',
    claim: 'Models fail at the basics: recognition of imaging protocols is mostly 20 to 40%.',
    figure,
    published: publishedRange(shares),
    ...weak(figure, 0.5),
    table: 'follows',
    recomputed: `${within} of ${shares.length} models lie between 20 and 40%.`,
  }
}

function viewsFail(run: FindingRun): PaperFinding {
  const top = best(publishedModels.filter(isOpen), model => cell(model, 'VR'))
  const figure = run.slice('task', columnName('VR'))
  return {
    id: 'views',
    claim: 'The best open model reaches only 62% in recognition of the view.',
    figure,
    published: publishedRange(publishedModels.map(model => cell(model, 'VR'))),
    ...weak(figure, 0.8),
    table: 'follows',
    recomputed: `Best open model: ${top.name}, ${printed(cell(top, 'VR'))}%.`,
  }
}

function diagnoseWithoutBasics(run: FindingRun): PaperFinding {
  const what = 'accuracy in view and protocol recognition less disease diagnosis'
  const figure = run.difference(what, [columnName('DD')], [columnName('VR'), columnName('IPR')])
  const differences = publishedModels.map(model => pooledAccuracy(model, ['VR', 'IPR']) - cell(model, 'DD'))
  const groupMeans = (keys: readonly string[]) =>
    publishedModels.map(model => mean(keys.map(key => cell(model, key))))
  const r = pearson(groupMeans(['MR', 'VR', 'IPR']), groupMeans(['DD', 'AD', 'SG']))?.r ?? Number.NaN
  const below = differences.filter(difference => difference < 0).length
  return {
    id: 'diagnose-without-basics',
    claim: 'Models diagnose diseases but fail at the basics.',
    figure,
    published: publishedRange(differences),
    rule: 'Holds if the interval of the difference is below 0; does not hold if it is above 0.',
    ...run.decided(figure, { holds: ({ high }) => high < 0, fails: ({ low }) => low > 0 }),
    table: 'follows',
    recomputed: `${below} of ${differences.length} models are worse at the basics. Over the models, means of low-level and high-level tasks correlate with r = ${grouped(r, 2)}.`,
  }
}

const shortcutsGrow = (): PaperFinding => ({
  id: 'shortcuts-grow',
  claim: 'Stronger models take more shortcuts (r = 0.693 over 33 models).',
  figure: null,
  published: null,
  rule: 'Needs at least 4 runs: holds if the interval of r is above 0.',
  ...undecided('One run has no correlation. Compare at least 4 runs.'),
  table: 'not in the table',
  recomputed: 'The paper prints no shortcut rates.',
})

function scalingWeakens(): PaperFinding {
  const inGroup = (text: string) => publishedModels.filter(({ group }) => group.includes(text))
  const overalls = (models: readonly PublishedModel[]) => models.map(({ overall }) => overall)
  const [small, large] = [overalls(inGroup('<10B')), overalls(inGroup('>10B'))]
  const test = welch(small, large)
  const step = (a: string, b: string) => short(named(a).overall - named(b).overall)
  return {
    id: 'scaling-weakens',
    claim: 'Scaling weakens above 10 billion parameters: gaps are below 2.5 points.',
    figure: null,
    published: null,
    rule: 'Needs two sizes of one family: holds if the interval of their difference is within ±2.5 points.',
    ...undecided('One run has one size. Compare two sizes of one family.'),
    table: 'does not follow',
    recomputed: `Mean of ${small.length} models below 10B: ${short(mean(small))}%; of ${large.length} above: ${short(mean(large))}%; difference ${short(test?.difference ?? 0)} points (Welch p = ${test?.p.toFixed(2)}). InternVL3.5 38B less 8B: ${step('InternVL3.5-38B', 'InternVL3.5-8B')}; Lingshu 32B less 7B: ${step('Lingshu-32B', 'Lingshu-7B')}.`,
  }
}

function trainingBeatsSize(): PaperFinding {
  const [trained, large] = [named('Lingshu-7B'), named('InternVL3.5-38B')]
  return {
    id: 'training-beats-size',
    claim: 'Targeted training beats size.',
    figure: null,
    published: null,
    rule: 'Needs a trained model and a larger general one.',
    ...undecided('One run has one model. Compare a trained model with a larger general one.'),
    table: trained.overall > large.overall ? 'follows' : 'does not follow',
    recomputed: `${trained.name}: ${printed(trained.overall)}%; ${large.name}: ${printed(large.overall)}%.`,
  }
}

/** The mean correlation of each region with the others, over the models; the lowest first. */
function regionIslands(): readonly { readonly region: string; readonly r: number }[] {
  const regions = publishedColumns.filter(({ axis }) => axis === 'parts')
  const matrix = correlationMatrix(regions.map(({ key }) => publishedModels.map(model => cell(model, key))))
  return regions
    .map(({ label }, i) => ({
      region: label,
      r: mean((matrix[i] ?? []).flatMap((r, j) => (i === j ? [] : (r ?? [])))),
    }))
    .sort((a, b) => a.r - b.r)
}

/** The claim is about correlations over models, which one run does not have: an accuracy is no figure of it. */
function brainIsland(): PaperFinding {
  const islands = regionIslands()
  const list = islands.map(({ region, r }) => `${region} ${grouped(r, 2)}`).join(', ')
  return {
    id: 'brain-island',
    claim: 'Brain is an island: its tasks hardly correlate with others.',
    figure: null,
    published: null,
    rule: 'Needs at least 4 runs: holds if the mean r of Brain with the others is below that of every other region.',
    ...undecided('One run has no correlation. Compare at least 4 runs.'),
    table: islands[0]?.region === 'Brain' ? 'follows' : 'not in the table',
    recomputed: `Mean r with the other regions: ${list}. The claim is about voxels, which the paper does not print.`,
  }
}
