import type { FigureList } from '../../engine/analysis/figure-source.ts'
import type { ExportedFile, FileWriter } from './exported-file.ts'

/** What a feature writes into files. The first view has this object, and the code of each loads late. */
export interface ExportFeature {
  /** Files that a stored run can be saved as. */
  readonly files?: readonly FeatureFile[]
  /** Figures of `figures.json`. */
  readonly figures?: () => Promise<FigureList>
}

/** A file of a feature is made of the records. */
interface FeatureFile extends ExportedFile {
  readonly writer: () => Promise<FileWriter>
}
