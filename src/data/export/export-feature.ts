import type { FigureList } from '../../engine/analysis/figure-source.ts'
import type { ExportedFile, FileWriter } from './exported-file.ts'

/** What a feature writes into files. The page has this object for its words, so that what writes loads late. */
export interface ExportFeature {
  /** Files that a stored run can be saved as. */
  readonly files?: readonly FeatureFile[]
  /** Figures of `figures.json`. */
  readonly figures?: () => Promise<FigureList>
}

/** It is made of the records. */
interface FeatureFile extends ExportedFile {
  readonly isOfFigures: false
  readonly writer: () => Promise<FileWriter>
}
