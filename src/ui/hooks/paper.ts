import { createContext, useContext } from 'react'

/** The size of a printed page, in the units of the charts. */
export const paperWidth = 860

/** Width of the paper that a report is drawn for: without links, buttons and folds. Null on a screen. */
export const Paper = createContext<number | null>(null)

export const usePaper = (): boolean => useContext(Paper) !== null
