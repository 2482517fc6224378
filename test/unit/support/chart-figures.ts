/** Figures for the goldens of charts: few, fixed, and with the lengths and ends that layouts must bear. */
import type { AdjustedComparison } from '../../../src/engine/analysis/paired-differences.ts'
import { estimate } from './estimates.ts'

export const chartLabels = ['Disease Diagnosis', 'Imaging Protocols Recognition', 'ROI Grounding', '']

const voxel = (task: string, modality: string, parts: string, n: number, correct: number) => ({
  task,
  modality,
  parts,
  ...estimate(n, correct, 0.25),
})

export const voxels = [
  voxel('Modality Recognition', 'CT', 'Brain', 40, 40),
  voxel('Modality Recognition', 'Ultrasound', 'Cardiovascular System', 30, 9),
  voxel('Imaging Protocols Recognition', 'MRI', 'Brain', 12, 0),
  voxel('Disease Diagnosis', 'CT', 'Brain', 400, 310),
  voxel('Disease Diagnosis', 'Ultrasound', 'Cardiovascular System', 3, 1),
  voxel('A task that nobody has heard of', 'X-ray', '', 25, 6),
]

/** A difference of two runs. */
export const compared = (n: number, difference: number, adjusted: number): AdjustedComparison => ({
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
