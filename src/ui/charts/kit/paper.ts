import { createContext, useContext } from 'react'
import { type MeasureText, measureByTable, measureOnCanvas } from './text.ts'

/** What a printed page holds, in the units of the charts. */
export const paperWidth = 860

/**
 * Width of the paper that charts are drawn for, in a report: without what only a screen can do. Null on a screen.
 */
export const Paper = createContext<number | null>(null)

export const usePaper = (): boolean => useContext(Paper) !== null

/** How wide texts are: on a screen as they are there, on paper for every font that it may be read in. */
export const useMeasure = (): MeasureText => (usePaper() ? measureByTable : measureOnCanvas)
