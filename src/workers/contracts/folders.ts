/** What threads ask of the data set and model of one run. */

import type { Moments } from '@voxelwise/pixels'
import type { FileBytes } from '../../data/sources/source.ts'
import type { Planned } from '../../engine/probes/planned.ts'
import type { Precision } from '../../engine/protocol/device.ts'
import type { OrderSettings } from '../../engine/protocol/order.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'

/** One opening of a folder or server on the page. The number distinguishes it from every other opening in the same role. */
export interface Opening {
  readonly name: string
  readonly number: number
}

/** What a run needs: the folders that were open when its button was pressed, or that were opened for it. */
export interface Needed {
  readonly dataset: Opening
  /** null where the run's questions are only counted and stored. */
  readonly model: Opening | null
}

export interface AskedGroups {
  /** Indices of the samples of all groups, one group after the other. */
  readonly samples: Uint32Array<ArrayBuffer>
  /** Where each group ends among them. */
  readonly ends: Uint32Array<ArrayBuffer>
  readonly questions: number
  /** Number of images, or lists of images, of these samples. */
  readonly images: number
  /** Images of the sample that has most. */
  readonly maxImages: number
  readonly hasExamples: boolean
  readonly imagesRecur: boolean
}

/** The folders of one run. They stay as they were when it began, whatever the user chooses in the meantime. */
export interface RunFolders {
  /** All samples: only for callers that have few. */
  samples(): readonly Sample[]
  /** The samples with these indices. Indices without a sample are left out. */
  takeSamples(indices: Uint32Array): readonly Sample[]
  planned(run: Run): Planned
  asked(run: Run): AskedGroups
  /** An image as a file that a browser can show. @param window how a DICOM file is shown */
  openImage(path: string, window?: string): Promise<Blob>
  /** The bytes of an image, which cost less than its blob. */
  readImage(path: string): Promise<FileBytes>
  modelFiles(): Pick<ModelFolder, 'name' | 'files' | 'written' | 'copied'>
  /** One of its files, or the size of one that is made as it is read: that cannot be sent. */
  openModelFile(path: string): Promise<Blob | number>
  /** A part of a file that is made as it is read. */
  makeModelFile(path: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  /** The address at which our own server forwards questions to the model server. */
  modelServer(): string
  /** Gives another worker its own port, past the page's thread. */
  connect(port: MessagePort): void
}

/** The data set and model that one run holds, and the checks before its first question. */
export interface HeldFolders extends RunFolders {
  datasetFingerprint(): string
  /** Fingerprint of the model that is held, in this precision. @param known of a stored run, as in `modelFingerprint` */
  modelFingerprint(family: string, dtype: Precision, known: string | null): Promise<string>
  /** Number of samples, or of answers to rate. */
  sampleCount(): number
  /** Images of the sample that has most. */
  imagesAtOnce(): number
  /** How many samples a run with these settings asks. */
  total(settings: OrderSettings): number
  /** As `passTotals`, of the samples of a run. */
  countAsked(
    probes: readonly Probe[],
    settings: RunSettings,
    done: readonly (readonly number[])[],
  ): readonly number[]
  /** Mean and deviation of its pixels (`datasetMoments`). @param window how a DICOM file is shown */
  pixelMoments(seed: number, window?: string): Promise<Moments | null>
  /**
   * Stores the data set's skipped samples, oddities and sampling frame with a run.
   * @param against id of an earlier run, whose verdicts are the prior
   * @throws VoxelwiseError fingerprint-mismatch if the earlier run is on another data set
   */
  keepLoad(run: Run, against: string | null): Promise<void>
  /**
   * Adds the records of an earlier session elsewhere (lines of JSON) to a run that has not begun.
   * @throws VoxelwiseError run-file; fingerprint-mismatch where they are about other samples or other images
   */
  takeRecords(run: Run, lines: Blob): Promise<void>
  /** How many answers of a stored run were cut at the limit of new tokens. */
  countCut(run: string): Promise<number>
  /** Gives a run that has not begun the load of an earlier one, and its records except cut answers. */
  takeUncut(run: Run, earlier: string): Promise<void>
  /**
   * Checks that the data set has the images of these runs' records.
   * @throws VoxelwiseError fingerprint-mismatch naming the first image that differs
   */
  expectSameImages(runs: readonly string[], onProgress: (done: number, of: number) => void): Promise<void>
}
