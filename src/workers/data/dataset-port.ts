import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { PortionedDataset } from '../../data/formats/portioned-dataset.ts'
import type { ImageReader } from '../../data/images/image-reader.ts'
import { makeFrame } from '../../engine/protocol/frame.ts'
import type { LoadedDataset } from '../../engine/protocol/sample.ts'
import type { HeldDataset } from '../contracts/data.ts'
import { expose, wrap } from '../shared/comlink.ts'

/** Samples in one message. */
const portion = 2000

/** A data set for another thread, which reads its samples in portions. */
export function datasetPort(
  { samples, skipped, findings, badFiles }: LoadedDataset,
  overview: DatasetOverview,
  images: Pick<ImageReader, 'open'>,
): HeldDataset {
  const held: HeldDataset = {
    overview: () => overview,
    load: () => ({ skipped, findings, badFiles, frame: makeFrame(samples) }),
    samples: place => samples.slice(place, place + portion),
    image: path => images.open(path),
    connect: port => expose(held, port),
  }
  return held
}

/** The data set at the other end of a port. */
export async function datasetBehind(
  port: MessagePort,
): Promise<PortionedDataset & Pick<HeldDataset, 'image'>> {
  const held = wrap<HeldDataset>(port)
  return {
    overview: await held.overview(),
    load: () => held.load(),
    image: path => held.image(path),
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
