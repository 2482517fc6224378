import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { LogDataset } from '../../data/logs/tool-log.ts'
import { frameOf } from '../../engine/protocol/frame.ts'
import type { LoadedDataset, Sample } from '../../engine/protocol/sample.ts'
import type { HeldDataset } from '../contracts/data.ts'
import { expose, wrap } from '../shared/comlink.ts'

/** Samples in one message. */
const portion = 2000

/** A data set for another thread, which reads its samples in portions. */
export class DatasetPort implements HeldDataset {
  readonly #loaded: LoadedDataset
  readonly #overview: DatasetOverview

  constructor(loaded: LoadedDataset, overview: DatasetOverview) {
    this.#loaded = loaded
    this.#overview = overview
  }

  overview(): DatasetOverview {
    return this.#overview
  }

  load(): Awaited<ReturnType<LogDataset['load']>> {
    const { samples, skipped, findings, badFiles } = this.#loaded
    return { skipped, findings, badFiles, frame: frameOf(samples) }
  }

  samples(place: number): readonly Sample[] {
    return this.#loaded.samples.slice(place, place + portion)
  }

  connect(port: MessagePort): void {
    expose(this, port)
  }
}

/** The data set at the other end of a port. */
export async function datasetBehind(port: MessagePort): Promise<LogDataset> {
  const held = wrap<HeldDataset>(port)
  return {
    overview: await held.overview(),
    load: () => held.load(),
    async *samples() {
      for (let place = 0; ; ) {
        const samples = await held.samples(place)
        if (samples.length === 0) return
        place += samples.length
        yield samples
      }
    },
  }
}
