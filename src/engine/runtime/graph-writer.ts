import type { Dtype } from '../protocol/device.ts'
import type { ModelFolder } from './model-folder.ts'

/** The type in which the graphs of a checkpoint keep what follows from its settings. */
export type Buffers = 'float' | 'bfloat16' | 'float16'

export interface GraphForm {
  readonly buffers: Buffers
}

/** Gives the folder of a model the graphs that it lacks. */
export interface GraphWriter {
  /** @returns the folder itself where it has all graphs, or cannot be given them */
  withGraphs(folder: ModelFolder, form: GraphForm): Promise<ModelFolder>
  /** The types in which the weights of a checkpoint are stored, as its files name them; none where the folder has no checkpoint. */
  storedTypes(folder: ModelFolder): Promise<ReadonlySet<string>>
  /** Precisions of a written model that differ by session. */
  readonly mixtures: readonly Dtype[]
}
