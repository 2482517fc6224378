import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import { listProblems, summariseDataset } from '../../data/formats/summarise-dataset.ts'
import { ImageReader } from '../../data/images/image-reader.ts'
import { pageCodec } from '../../data/images/page-codec.ts'
import { changedPicture } from '../../data/images/picture.ts'
import { openQuestions } from '../../data/questions/open-questions.ts'
import { questionDeriver } from '../../data/seams.ts'
import { openSource } from '../../data/sources/descriptor.ts'
import type { Below } from '../../data/sources/directory.ts'
import { watchedSource } from '../../data/sources/passed-on.ts'
import type { FolderSource } from '../../data/sources/source.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { askedCounts } from '../../engine/probes/passes.ts'
import { plannedSet } from '../../engine/probes/planned-set.ts'
import { maxImages } from '../../engine/protocol/sample.ts'
import type { DataWorker, ListingWorker } from '../contracts/data.ts'
import { proxy } from '../shared/comlink.ts'
import type { WorkerHandle } from '../shared/worker-handle.ts'
import { datasetPort } from './dataset-port.ts'
import type { OpenDataset } from './folder-port.ts'
import { OpenedRole } from './opened-role.ts'
import { throttle } from './throttle.ts'

interface OpenedDataset extends OpenDataset {
  readonly overview: DatasetOverview
}

type Shown =
  | 'openDataset'
  | 'image'
  | 'picture'
  | 'quality'
  | 'testJson'
  | 'countAsked'
  | 'plannedSet'
  | 'holdDataset'

/** The open data set: how it is read, and what the page shows of it. @param startListing a thread that lists folders */
export function datasetRole(startListing: () => WorkerHandle<ListingWorker>) {
  const role = new OpenedRole<OpenedDataset>()
  const samples = () => role.latest?.loaded.samples ?? []
  const image = async (path: string): Promise<Blob> => {
    if (role.latest) return new ImageReader(role.latest.source).open(path)
    throw new Error('No data set is open.')
  }
  const shown: Pick<DataWorker, Shown> = {
    async openDataset(number, descriptor, onProgress, reading = {}, paths, onFile = () => {}) {
      const isListed = descriptor.kind === 'directory' && !paths
      const source = openSource(descriptor, isListed ? pathsBelow(descriptor.handle, startListing) : paths)
      const { overview } = await role.open(number, async signal => {
        const report = throttle(onProgress)
        const options = { ...reading, signal, onProgress: report }
        const named = reading.headers ? source : watchedSource(source, onFile)
        const opened = await openQuestions(named, options, pageCodec)
          .catch(error => orOfferHeaders(error, source))
          // A report that came after the end would say that it is still being read.
          .finally(report.end)
        return { ...opened, overview: summariseDataset(opened.loaded, source.kind) }
      })
      return overview
    },
    holdDataset() {
      const { latest } = role
      return latest && proxy(datasetPort(latest.loaded, latest.overview, new ImageReader(latest.source)))
    },
    image,
    /** With masks of the open data set. */
    picture: (file, path, change, window) =>
      changedPicture(file, path, change, window, async mask => (await image(mask)).arrayBuffer()),
    countAsked: (settings, probes) => askedCounts(probes, samples(), settings),
    plannedSet: settings => plannedSet(samples(), settings),
    testJson: () => questionDeriver?.file(samples()) ?? '',
    quality: () => (role.latest ? listProblems(role.latest.loaded) : []),
  }
  /** Images of the sample that has most, at least 1. */
  const imagesAtOnce = (): number => Math.max(1, maxImages(samples()))
  return { role, shown, imagesAtOnce }
}

/** A folder of DICOM files without questions can be asked about all the same. */
async function orOfferHeaders(error: unknown, source: FolderSource): Promise<never> {
  const hasNoQuestions =
    error instanceof VoxelwiseError &&
    (error.info.code === 'no-test-json' || error.info.code === 'no-mapping')
  const hasFiles = async () => (await questionDeriver?.isFor(source).catch(() => false)) ?? false
  if (!hasNoQuestions || !(await hasFiles())) throw error
  throw new VoxelwiseError({
    code: 'no-questions',
    subject: '',
    message: 'This folder has DICOM files, but no questions about them.',
    remedy: 'Derive questions from the headers, or add a table of questions that names the files.',
  })
}

/** Files after which a thread begins no further folder: by then Chromium has some 150 MB of handles for it. */
const most = 16_000

/**
 * The paths of all files below a chosen folder, listed by one thread after another: Chromium keeps a handle of 9 kB for
 * each file, for minutes or until the thread that requested it ends.
 */
export function pathsBelow(
  handle: FileSystemDirectoryHandle,
  start: () => WorkerHandle<ListingWorker>,
): ReadableStream<readonly string[]> {
  let close = (): void => {}
  let isCancelled = false
  return new ReadableStream({
    async start(controller) {
      const onPaths = (paths: readonly string[]): void => {
        if (!isCancelled) controller.enqueue(paths)
      }
      let left: readonly Below[] = [{ handle, prefix: '' }]
      while (left.length > 0 && !isCancelled) {
        const thread = start()
        close = thread.close
        try {
          const listing = thread.remote.list(handle.name, left, most, proxy(onPaths))
          left = await Promise.race([listing, thread.crashed])
        } finally {
          close()
        }
      }
      if (!isCancelled) controller.close()
    },
    cancel() {
      isCancelled = true
      close()
    },
  })
}
