/** The results of the probes, as the lines of plots and tables. */

import type { ChainRates } from '../../../engine/analysis/chains.ts'
import type { VoxelEstimate } from '../../../engine/analysis/report.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { BlindVoxel } from '../../../engine/probes/figures.ts'
import type { OrderFigures, ProbeReport } from '../../../engine/probes/report.ts'
import { percent } from '../../text/format.ts'
import { isSameVoxel, voxelKey, voxelName } from '../../text/voxels.ts'
import type { PlotMark, PlotRow } from './interval-plot.tsx'

type Blind = Pick<ProbeReport, 'blank' | 'swapped' | 'chains'>

export const blindSeries = ['with the image', 'blank image', 'wrong image', 'Shortcut_Prob of the chains']

/** By task: with the image and without it, and the rates of the chains. */
export function blindTaskRows({ blank, swapped, chains }: Blind): readonly PlotRow[] {
  const tasks = (blank ?? swapped)?.tasks ?? []
  return tasks.map(({ task, seen }) => ({
    key: task,
    label: task,
    marks: blindMarks(
      seen,
      blank?.tasks.find(one => one.task === task)?.blind,
      swapped?.tasks.find(one => one.task === task)?.blind,
      chains.tasks.find(one => one.label === task),
    ),
  }))
}

/** The same by voxel, where there are chains: the voxels of diagnoses. */
export function blindVoxelRows({ blank, swapped, chains }: Blind): readonly PlotRow[] {
  return chains.voxels.flatMap(rates => {
    const [without, wrong] = [blank, swapped].map(figures =>
      figures?.voxels.find(one => isSameVoxel(one, rates)),
    )
    const seen = without ?? wrong
    if (!seen) return []
    return [
      {
        key: voxelKey(rates),
        label: voxelName(rates),
        marks: blindMarks(seen.seen, without?.blind, wrong?.blind, rates),
      },
    ]
  })
}

function blindMarks(
  seen: Estimate,
  without: Estimate | undefined,
  wrong: Estimate | undefined,
  rates: ChainRates | undefined,
): readonly PlotMark[] {
  const marks: PlotMark[] = [{ series: 0, estimate: seen }]
  if (without) marks.push({ series: 1, estimate: without })
  if (wrong) marks.push({ series: 2, estimate: wrong })
  if (rates && rates.shortcut.n > 0) {
    const { shortcut, constant } = rates
    marks.push({ series: 3, estimate: { ...shortcut, chance: null, ...(constant && { constant }) } })
  }
  return marks
}

/** A voxel without its image, as the cube shows it. */
export const blindEstimate = ({ task, modality, parts, blind }: BlindVoxel): VoxelEstimate => ({
  task,
  modality,
  parts,
  ...blind,
})

/** How many questions keep their answer, or stay right, in every order. */
export function consistencyRows({ consistency }: OrderFigures): readonly PlotRow[] {
  const { consistent, given, every, any } = consistency
  const rows = [
    ['Same option in every order', consistent],
    ['Right in the given order', given],
    ['Right in every order', every],
    ['Right in at least one order', any],
  ] as const
  return rows.map(([name, estimate]) => ({ key: name, label: name, marks: [{ series: 0, estimate }] }))
}

export const biasSeries = ['share of answers', 'recall of the right option']

/** The caption of a plot of positions. */
export const biasTitle = ({ options, samples, recallSpread }: OrderFigures['bias'][number]): string =>
  `Position bias among ${counted(options, 'option')}, ${counted(samples, 'question')}; standard deviation of recall ${percent(recallSpread)}`

/** By place of an option: how often it is chosen, and how often the right option is found there. */
export function biasRows({ places }: OrderFigures['bias'][number]): readonly PlotRow[] {
  return places.map(({ chosen, recall }, at) => ({
    key: String(at),
    label: `Position ${'ABCD'[at]}`,
    marks: [
      { series: 0, estimate: chosen },
      { series: 1, estimate: recall },
    ],
  }))
}
