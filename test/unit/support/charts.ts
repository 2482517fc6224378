/** The charts of the core for the goldens. Those of a feature are in its `test/features/<name>/charts.ts`. */

import { type Rate, wilson } from '@voxelwise/statistics'
import { createElement, type ReactElement } from 'react'
import { asPart } from '../../../src/engine/analysis/report.ts'
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
import { compared, chartLabels as labels, voxels } from './chart-figures.ts'
import { estimate } from './estimates.ts'

const [title, file] = ['A chart', 'chart']
const href = () => '#'

const rate = (n: number, correct: number, method: Rate['method']): Rate => ({
  n,
  correct,
  share: n === 0 ? 0 : correct / n,
  ...wilson(n === 0 ? 0 : correct / n, n),
  method,
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

/** Each by the name of its golden. */
export const coreCharts: Readonly<Record<string, ReactElement>> = {
  'chain-flow': createElement(ChainFlow, { counts: { A: 1940, B: 2500, C: 12, D: 230 }, href }),
  'cube-map': createElement(CubeMap, { title, voxels, href }),
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
