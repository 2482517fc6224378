import type { DatasetOverview, QualityRow } from '../../data/formats/dataset-overview.ts'
import type { LoadProgress, TableReading } from '../../data/formats/format.ts'
import { loadDataset } from '../../data/formats/registry.ts'
import { overviewOf, qualityOf } from '../../data/formats/summarise-dataset.ts'
import { holdsDicom, loadHeaders } from '../../data/headers/load.ts'
import { browserCodec } from '../../data/images/browser-codec.ts'
import { ImageReader } from '../../data/images/image-reader.ts'
import { openSource, type SourceDescriptor } from '../../data/sources/descriptor.ts'
import type { FolderSource } from '../../data/sources/source.ts'
import { watchedSource } from '../../data/sources/watched-source.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { maxImages } from '../../engine/protocol/sample.ts'
import type { ListingWorker } from '../contracts/data.ts'
import type { Opening } from '../contracts/folders.ts'
import type { WorkerHandle } from '../shared/worker-handle.ts'
import { DatasetPort } from './dataset-port.ts'
import type { OpenDataset } from './folder-port.ts'
import { pathsBelow } from './listing-threads.ts'
import { OpenedRole } from './opened-role.ts'
import { throttle } from './throttle.ts'

/** A data set as it was opened, with its summary. */
interface OpenedDataset extends OpenDataset {
  readonly overview: DatasetOverview
}

/** The data set that is open: how it is read, and what the page shows of it. */
export class DatasetRole {
  readonly #role = new OpenedRole<OpenedDataset>()
  readonly #startListing: () => WorkerHandle<ListingWorker>

  /** @param startListing starts a thread that lists folders */
  constructor(startListing: () => WorkerHandle<ListingWorker>) {
    this.#startListing = startListing
  }

  /** As `DataWorker.openDataset`. */
  async open(
    number: number,
    descriptor: SourceDescriptor,
    onProgress: (progress: LoadProgress) => void,
    reading: TableReading = {},
    paths?: ReadableStream<readonly string[]>,
    onFile: (file: string) => void = () => {},
  ): Promise<DatasetOverview> {
    const isListed = descriptor.kind === 'directory' && !paths
    const source = openSource(
      descriptor,
      isListed ? pathsBelow(descriptor.handle, this.#startListing) : paths,
    )
    const { overview } = await this.#role.open(number, async signal => {
      const options = { ...reading, signal, onProgress: throttle(onProgress) }
      if (reading.headers) {
        const read = await loadHeaders(source, reading.headers, browserCodec, options)
        return { ...read, overview: overviewOf(read.loaded, source.kind) }
      }
      const loaded = await loadDataset(watchedSource(source, onFile), options).catch(error =>
        orOfferHeaders(error, source),
      )
      return { source, loaded, overview: overviewOf(loaded, source.kind) }
    })
    return overview
  }

  /** @throws VoxelwiseError fingerprint-mismatch where another data set was opened since */
  hold(opening: Opening): OpenDataset {
    return this.#role.hold(opening)
  }

  /** Images of the sample that has most, at least 1. */
  get imagesAtOnce(): number {
    return Math.max(1, maxImages(this.#role.latest?.loaded.samples ?? []))
  }

  /** For a thread that imports a log; null where no data set is open. */
  port(): DatasetPort | null {
    const opened = this.#role.latest
    return opened && new DatasetPort(opened.loaded, opened.overview)
  }

  image(path: string): Promise<Blob> {
    const opened = this.#role.latest
    if (!opened) throw new Error('No data set is open.')
    return new ImageReader(opened.source).open(path)
  }

  quality(): readonly QualityRow[] {
    const opened = this.#role.latest
    return opened ? qualityOf(opened.loaded) : []
  }
}

/** A folder of DICOM files without questions can be asked about all the same. */
async function orOfferHeaders(error: unknown, source: FolderSource): Promise<never> {
  const hasNoQuestions =
    error instanceof VoxelwiseError &&
    (error.info.code === 'no-test-json' || error.info.code === 'no-mapping')
  if (!hasNoQuestions || !(await holdsDicom(source).catch(() => false))) throw error
  throw new VoxelwiseError({
    code: 'no-questions',
    subject: '',
    message: 'This folder has DICOM files, but no questions about them.',
    remedy: 'Derive questions from the headers, or add a table of questions that names the files.',
  })
}
