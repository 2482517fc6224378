import { makeFrame, type RunLoad } from '../../engine/protocol/frame.ts'
import type { LoadedDataset, Sample } from '../../engine/protocol/sample.ts'
import type { DatasetOverview } from './dataset-overview.ts'

/** A data set, wherever it is held. */
export interface PortionedDataset {
  readonly overview: DatasetOverview
  /** Its skipped samples and oddities, and its sampling frame. */
  load(): Promise<Required<RunLoad>>
  /** In order, some at a time. */
  samples(): AsyncIterable<readonly Sample[]>
}

/** One that is held here. */
export const datasetHere = (loaded: LoadedDataset, overview: DatasetOverview): PortionedDataset => ({
  overview,
  load: async () => ({ ...loaded, frame: makeFrame(loaded.samples) }),
  async *samples() {
    yield loaded.samples
  },
})
