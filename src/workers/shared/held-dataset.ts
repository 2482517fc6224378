import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { LogDataset } from '../../data/logs/run-of-log.ts'
import { frameOf } from '../../engine/protocol/frame.ts'
import type { LoadedDataset, Sample } from '../../engine/protocol/sample.ts'
import { expose, wrap } from './comlink.ts'

/** Samples in one message. */
const portion = 2000

/** A data set for another thread, to which its samples are sent a portion at a time. */
export class HeldDataset {
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

  /** The samples from the one at `place` on; none behind the last. */
  samples(place: number): readonly Sample[] {
    return this.#loaded.samples.slice(place, place + portion)
  }

  /** Gives another thread its own line to it, past the page's thread. */
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
