/** Figures for the goldens of charts: few, fixed, and with the lengths and ends that layouts must bear. */

import { coverageCurve, type Rate, type ReliabilityBin, wilson, withIntervals } from '@voxelwise/statistics'
import { createElement, type ReactElement } from 'react'
import { clustersOf } from '../../../src/engine/analysis/clusters.ts'
import type { AdjustedComparison } from '../../../src/engine/analysis/paired-differences.ts'
import { asPart } from '../../../src/engine/analysis/report.ts'
import type { CorruptedFigures } from '../../../src/engine/probes/report.ts'
import { CoveragePlot } from '../../../src/features/confidence/ui/coverage-plot.tsx'
import { ReliabilityDiagram } from '../../../src/features/confidence/ui/reliability-diagram.tsx'
import { DropMap } from '../../../src/features/corruptions/ui/drop-map.tsx'
import { usualDetail } from '../../../src/features/diagnostics/engine/detail-options.ts'
import { findingDetails } from '../../../src/features/diagnostics/engine/diagnostics-report.ts'
import { byTheRule } from '../../../src/features/diagnostics/engine/findings.ts'
import {
  DecisionCurve,
  PrecisionRecallPlot,
  RocPlot,
} from '../../../src/features/diagnostics/ui/score-curves.tsx'
import { Matrix } from '../../../src/features/islands/ui/matrix.tsx'
import { Scatter } from '../../../src/features/papers/ui/scatter.tsx'
import { Whisker } from '../../../src/ui/charts/accuracy.tsx'
import { ChainFlow } from '../../../src/ui/charts/chain-flow.tsx'
import { CubeMap } from '../../../src/ui/charts/cube-map.tsx'
import { SlicePlot } from '../../../src/ui/charts/slice-plot.tsx'
import { DifferencePlot } from '../../../src/ui/compare/differences/difference-plot.tsx'
import { SpaceCube } from '../../../src/ui/home/space-cube.tsx'
import { EstimateFrom } from '../../../src/ui/hooks/estimate-from.ts'
import { IntervalPlot } from '../../../src/ui/results/probes/interval-plot.tsx'
import { ShortcutGroups } from '../../../src/ui/results/shortcuts/links.tsx'
import { RatePlot } from '../../../src/ui/results/shortcuts/rates-by.tsx'
import { chestAnswers } from '../../features/diagnostics/chest-answers.ts'
import { estimate } from './estimates.ts'

const [title, file] = ['A chart', 'chart']
const href = () => '#'
const labels = ['Disease Diagnosis', 'Imaging Protocols Recognition', 'ROI Grounding', '']

const voxel = (task: string, modality: string, parts: string, n: number, correct: number) => ({
  task,
  modality,
  parts,
  ...estimate(n, correct, 0.25),
})
const voxels = [
  voxel('Modality Recognition', 'CT', 'Brain', 40, 40),
  voxel('Modality Recognition', 'Ultrasound', 'Cardiovascular System', 30, 9),
  voxel('Imaging Protocols Recognition', 'MRI', 'Brain', 12, 0),
  voxel('Disease Diagnosis', 'CT', 'Brain', 400, 310),
  voxel('Disease Diagnosis', 'Ultrasound', 'Cardiovascular System', 3, 1),
  voxel('A task that nobody has heard of', 'X-ray', '', 25, 6),
]

const rate = (n: number, correct: number, method: Rate['method']): Rate => ({
  n,
  correct,
  share: n === 0 ? 0 : correct / n,
  ...wilson(n === 0 ? 0 : correct / n, n),
  method,
})

const compared = (n: number, difference: number, adjusted: number): AdjustedComparison => ({
  n,
  clusters: n,
  unit: 'question',
  obuchowski: { statistic: 0, p: 1 },
  durkalski: { statistic: 0, p: 1 },
  table: { bothRight: 10, onlyFirst: 4, onlySecond: 6, bothWrong: 10 },
  first: 0.5,
  second: 0.5 + difference,
  difference,
  low: difference - 0.07,
  high: difference + 0.06,
  p: adjusted / 2,
  adjusted,
})
const difference = (label: string, number: number, by: number, adjusted: number) => ({
  ...compared(1432, by, adjusted),
  key: `${number} ${label}`,
  label,
  number,
  run: 'r',
  slice: {},
  ...{ chance: null, majority: null, letter: null },
})

const bin = (at: number, n: number, correct: number): ReliabilityBin => ({
  from: at / 10,
  to: (at + 1) / 10,
  n,
  correct,
  confidence: at / 10 + 0.06,
  accuracy: correct / n,
  clusters: n,
  interval: wilson(correct / n, n),
})

const spoilt = (corruption: 'noise' | 'blur', strength: 1 | 3 | 5, by: number): CorruptedFigures => ({
  corruption,
  strength,
  run: 'r',
  overall: compared(300, by, 0.01),
  voxels: voxels.slice(0, 4).map(({ task, modality, parts }, at) => ({
    task,
    modality,
    parts,
    ...compared(20, by * at, at > 1 ? 0.01 : 1),
  })),
})
const passes = [spoilt('noise', 1, -0.01), spoilt('noise', 5, -0.12), spoilt('blur', 3, 0.02)]

const position = (share: number) => ({ share, low: share - 0.04, high: share + 0.05 })
const point = (sign: string, name: string, x: number, y: number | null) => ({
  key: name,
  kind: sign === '' ? ('published' as const) : ('measured' as const),
  name,
  sign,
  x: position(x),
  y: y === null ? null : position(y),
  href: null,
  text: '',
})

const answers = Array.from({ length: 60 }, (_, i) => ({
  confidence: 1 - i / 60,
  correct: i % 7 !== 3 && i < 50,
}))

const curve = withIntervals(coverageCurve(answers), answers, { of: answers.map((_, i) => i), icc: 0 })

/** A drawn finding. */
const chest = chestAnswers()
const [detail] = findingDetails(
  chest,
  clustersOf(chest.map(({ row }) => row)),
  byTheRule,
  ['Is there a nodule?'],
  usualDetail,
)
if (!detail) throw new Error('no finding')

/** Every chart by the name of its golden. */
export const charts: Readonly<Record<string, ReactElement>> = {
  'chain-flow': createElement(ChainFlow, { counts: { A: 1940, B: 2500, C: 12, D: 230 }, href }),
  'coverage-plot': createElement(CoveragePlot, { title, curve }),
  'cube-map': createElement(CubeMap, { title, voxels, href }),
  'decision-curve': createElement(DecisionCurve, { detail }),
  'difference-plot': createElement(DifferencePlot, {
    title,
    rows: [
      difference('All samples', 2, -0.1, 0.2),
      difference('All samples', 3, 0.12, 0.01),
      difference('Imaging Protocols Recognition · Ultrasound · Cardiovascular System', 2, 0, 1),
    ],
    names: [
      'a run with a name that is longer than most of the rooms that charts are given on telephones',
      'q4',
      'q8',
    ],
    href,
  }),
  'drop-map': createElement(DropMap, { passes, voxels: passes[0]?.voxels ?? [] }),
  'interval-plot': createElement(IntervalPlot, {
    title,
    axis: 'Task',
    series: ['with the image', 'blank image', 'wrong image', 'Shortcut_Prob of the chains'],
    rows: labels.map((label, at) => ({
      key: label,
      label,
      marks: [0, 1, 2, 3]
        .slice(at)
        .map(series => ({ series, estimate: estimate(211, 211 - 60 * series, 0.25) })),
    })),
    file,
  }),
  matrix: createElement(Matrix, {
    title,
    island: {
      labels,
      matrix: labels.map((_, row) =>
        labels.map((_, column) => (row === 3 && column === 3 ? null : 1 - 0.45 * Math.abs(row - column))),
      ),
      models: 33,
    },
    file,
  }),
  'precision-recall-plot': createElement(PrecisionRecallPlot, { detail }),
  'rate-plot': createElement(RatePlot, {
    title,
    rows: labels.map((label, at) => ({
      key: label,
      label,
      share: rate(4 * at, 2 * at, at === 1 ? 'korn-graubard' : 'bootstrap'),
      images: 4,
      reference: 0.6,
      guessing: at === 2 ? null : 0.3,
    })),
    href,
    file,
  }),
  'reliability-diagram': createElement(ReliabilityDiagram, {
    title,
    bins: [bin(0, 3, 0), bin(4, 1200, 500), bin(9, 143_000, 140_000)],
    href,
  }),
  'roc-plot': createElement(RocPlot, { detail }),
  scatter: createElement(Scatter, {
    title,
    xName: 'Accuracy on diagnosis tasks, %',
    yName: 'Shortcut_Prob, %',
    points: [
      point('1', 'phantom-vlm q8', 0.44, 0.67),
      point('2', 'phantom-vlm q4 on another benchmark, with a long name', 0.41, 0.9),
      point('', 'one of a paper', 0.55, null),
    ],
    file,
  }),
  'shortcut-groups': createElement(ShortcutGroups, { counts: { A: 194, B: 250, C: 2, D: 4 } }),
  'slice-plot': createElement(SlicePlot, {
    title,
    slices: labels.map((label, at) => ({ label, ...estimate(211, 211 - 50 * at, 0.3) })),
    href,
    file,
  }),
  'slice-plot-estimate': createElement(
    EstimateFrom,
    { value: 'a part of the questions: run 1 asked 312 of 1,560, run 2 asked 1,248 of 1,560' },
    createElement(SlicePlot, {
      title,
      slices: labels.map((label, at) => ({
        label,
        ...asPart(estimate(21, 21 - 5 * at, 0.3), { of: 211, isDrawn: true, low: 0.2, high: 0.9 }),
      })),
      href,
      file,
    }),
  ),
  'space-cube': createElement(SpaceCube, { regions: 4, modalities: 12, tasks: 9 }),
  whisker: createElement(Whisker, estimate(30, 12, 0.25)),
}
