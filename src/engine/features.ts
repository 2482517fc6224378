/** Where features enter the engine: one line each. */
import { diagnosticsList } from '../features/diagnostics/engine/diagnostics-list.ts'
import type { ForecastedRow } from '../features/diagnostics/engine/findings.ts'
import type { Figure } from './analysis/figures.ts'

/** Figures of `figures.json` that follow from all rows of a run and the probabilities of their options. */
export const featureFigures: readonly ((items: readonly ForecastedRow[]) => readonly Figure[])[] = [
  diagnosticsList,
]
