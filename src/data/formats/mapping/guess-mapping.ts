import type { MappingDocument } from './document.ts'
import type { Head } from './heads.ts'
import type { ImageFinder } from './image-finder.ts'

/** Makes a mapping for the tables of a folder. It returns null where no table has a question and an answer. */
export type GuessMapping = (heads: readonly Head[], finder: ImageFinder) => MappingDocument | null
