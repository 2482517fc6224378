/** Tables of `npm run statistics`. */
import { equalReaders } from './simulations/equal-readers.ts'

export const simulations = [equalReaders]
