import { createContext, useContext } from 'react'

/** Whether charts are drawn for paper, in a report: without what only a screen can do. */
export const Paper = createContext(false)

export const usePaper = (): boolean => useContext(Paper)

/** What a printed page holds, in the units of the charts. */
export const paperWidth = 860
