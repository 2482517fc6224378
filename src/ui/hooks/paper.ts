import { createContext, useContext } from 'react'

/** The size of a printed page, in the units of the charts. */
export const paperWidth = 860

/** What a telephone of 360 pixels leaves to a chart. */
export const phoneWidth = 328

/** The width at which a report has its charts a second time, for telephones; null where they are drawn once. */
export const PhoneWidth = createContext<number | null>(null)

/** Width of the paper that a report is drawn for: without links, buttons and folds. Null on a screen. */
export const Paper = createContext<number | null>(null)

export const usePaper = (): boolean => useContext(Paper) !== null
