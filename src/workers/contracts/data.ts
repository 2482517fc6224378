import type { Depth } from '@voxelwise/pixels'
import type { DatasetOverview, QualityRow } from '../../data/formats/dataset-overview.ts'
import type { LoadProgress, TableReading } from '../../data/formats/format.ts'
import type { PortionedDataset } from '../../data/formats/portioned-dataset.ts'
import type { FolderKind } from '../../data/sources/descriptor.ts'
import type { Below } from '../../data/sources/directory.ts'
import type { SourceDescriptor } from '../../data/sources/source.ts'
import type { KeptCopy } from '../../data/store/model-copies.ts'
import type { IndexedVerdict, Recounted, VoxelPlace, WholeFigures } from '../../engine/analysis/run-count.ts'
import type { DeviceLimits } from '../../engine/model/limits.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import type { AskedCounts } from '../../engine/probes/passes.ts'
import type { PlannedSet } from '../../engine/probes/planned-set.ts'
import type { Device, Dtype, Precision } from '../../engine/protocol/device.ts'
import type { Judging } from '../../engine/protocol/judging.ts'
import type { PixelChange, Probe } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { ProxyMarked } from '../shared/comlink.ts'
import type { HeldFolders, Needed, Opening } from './folders.ts'

/** Opens the chosen folders off the page's thread, and gives runs their held folders. */
export interface DataWorker {
  /**
   * @param number of this opening in its role @param paths of all files, where they are known
   * @param onFile receives the file that is being read
   */
  openDataset(
    number: number,
    descriptor: SourceDescriptor,
    onProgress: (progress: LoadProgress) => void,
    reading?: TableReading,
    paths?: ReadableStream<readonly string[]>,
    onFile?: (file: string) => void,
  ): Promise<DatasetOverview>
  openModel(number: number, descriptor: SourceDescriptor, limits: DeviceLimits): Promise<ModelOverview>
  openJudge(number: number, descriptor: SourceDescriptor, limits: DeviceLimits): Promise<ModelOverview>
  /** Connects to a model behind a server. @param base where our own server forwards questions to it */
  openServer(
    role: 'model' | 'judge',
    number: number,
    base: string,
    model: string,
    onStep: (words: string) => void,
  ): Promise<ModelOverview>
  /** As `openModel`, of a private copy. @throws VoxelwiseError file-missing, model-load */
  openCopy(
    role: 'model' | 'judge',
    number: number,
    copy: { readonly id: string; readonly name: string },
    limits: DeviceLimits,
  ): Promise<ModelOverview>
  /**
   * Copies the open checkpoint in one precision into the page's private files. `stopCopying` ends it.
   * @param onBytes receives how many bytes are written, and of how many
   * @throws DOMException AbortError, QuotaExceededError; VoxelwiseError storage, and as reading the model
   */
  copyModel(
    opening: Opening,
    family: string,
    dtype: Dtype,
    onBytes: (written: number, of: number) => void,
  ): Promise<KeptCopy>
  stopCopying(): void
  removeCopy(id: string): Promise<void>
  /** A data set with more images in a question needs more memory. */
  describeModel(limits: DeviceLimits): Promise<ModelOverview>
  /** An image of the data set on the page, whether or not a run exists on it. */
  image(path: string): Promise<Blob>
  /** An image file as the model gets it before it is resized, changed as a probe does. @throws VoxelwiseError as decodeRgb */
  picture(file: Blob, path: string, change: PixelChange | null, window?: string): Promise<Blob>
  /** A file that a browser can show: the file itself, unless it is DICOM. @throws VoxelwiseError as decodeRgb */
  viewable(file: Blob, path: string, window?: string): Promise<Blob>
  /**
   * A frame or slice of an image file with all of its depth; null where it has no more than its picture.
   * @param place from 0; null for the one that the path names, else the first @throws VoxelwiseError as decodeRgb
   */
  depth(file: Blob, path: string, place: number | null): Promise<Depth | null>
  quality(): readonly QualityRow[]
  /** The questions of the open data set, which came from headers, as a MedRCube-style test.json. */
  testJson(): string
  /** How many questions of the open data set a run with these settings asks. */
  countAsked(settings: RunSettings, probes: readonly Probe[]): AskedCounts
  /** The clusters and voxels of the questions that a run with these settings may ask. */
  plannedSet(settings: RunSettings): PlannedSet
  /** What a folder holds, by its file names; null if they show neither. */
  folderKind(descriptor: SourceDescriptor): Promise<FolderKind | null>
  /** The data set that is open, for a thread that imports a log; null where none is open. */
  holdDataset(): (HeldDataset & ProxyMarked) | null
  fingerprintModel(opening: Opening, family: string, dtype: Precision, known: string | null): Promise<string>
  fingerprintJudge(opening: Opening, family: string, dtype: Precision, known: string | null): Promise<string>
  /** Holds these openings for one run. @throws VoxelwiseError fingerprint-mismatch if other folders were opened since */
  openRunFolders(needed: Needed): HeldFolders & ProxyMarked
  /** Holds a judge with the answers that it rates, and the data set if it sees images. @throws as `openRunFolders` */
  openJudgeFolders(
    judge: Opening,
    parent: string,
    judging: Judging,
    dataset: Opening | null,
  ): Promise<HeldFolders & ProxyMarked>
  /** Indices of the samples that a run answered in free text, or whose replies without options no rule could read. */
  openAnswers(run: string, of?: Judging['of']): Promise<readonly number[]>
  /** Counts the stored records of a run, off the page's thread. */
  countRecords(run: Run): Promise<RunCounts & ProxyMarked>
  /** Stores compiled WebAssembly here: this worker outlives every run, and the page's thread must not compile. */
  keepCompiled(device: Device): void
  /** Compares the two copies of a run's records and completes each. Only while no thread works on the run. */
  reconcile(run: string): Promise<void>
  /** As `Store.noteWritten`. */
  noteWritten(run: string): Promise<void>
  keepRun(id: string): Promise<void>
  removeJournals(ids: readonly string[]): Promise<void>
  clearFeatures(): Promise<void>
}

interface RunCounts {
  /** @param voxels whose figures to return if the counts are unchanged; otherwise all that are found */
  recount(voxels: readonly VoxelPlace[]): Promise<Recounted>
  /** @param voxels whose figures to return */
  addVerdicts(verdicts: readonly IndexedVerdict[], voxels: readonly VoxelPlace[]): WholeFigures | null
}

/** A data set for another thread, which reads its samples in portions. */
export interface HeldDataset {
  overview(): DatasetOverview
  load(): Awaited<ReturnType<PortionedDataset['load']>>
  /** The samples from `place` on; an empty list at the end. */
  samples(place: number): readonly Sample[]
  /** The file of an image, by its rooted path. */
  image(path: string): Promise<Blob>
  /** Gives another thread its own port, past the page's thread. */
  connect(port: MessagePort): void
}

/** Lists some folders and ends: the browser frees its data for each file only with the thread. */
export interface ListingWorker {
  /**
   * @param root name of the folder that was chosen @param most files after which no further folder is listed
   * @param onPaths receives the files below, some at a time @returns the folders that are left
   * @throws VoxelwiseError as `DirectorySource.list`
   */
  list(
    root: string,
    folders: readonly Below[],
    most: number,
    onPaths: (paths: readonly string[]) => unknown,
  ): Promise<readonly Below[]>
}
