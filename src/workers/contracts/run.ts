import type { SeenByModel } from '../../data/images/picture.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import type { PreparedImage, TensorData } from '../../engine/families/family.ts'
import type { CardReference, DeviceNumbers } from '../../engine/model/device-test.ts'
import type { CopyTrial, DetailTokens, Workload } from '../../engine/model/speed.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { ServerPicture } from '../../engine/protocol/server-picture.ts'
import type { ChatTemplate, ThinkingChoice } from '../../engine/protocol/settings.ts'
import type { BackendOptions } from '../../engine/runtime/backend.ts'
import type { Conversation } from '../../engine/runtime/check-prompt-encoder.ts'
import type { Question } from '../../engine/runtime/prepare.ts'
import type { PreparedGroup } from '../../engine/runtime/prepared.ts'
import type { OnStage } from '../../engine/runtime/prompt-encoder.ts'
import type { RunEvent } from '../../engine/runtime/run-events.ts'

/** Asks the open questions of one run and stores each record. */
export interface RunWorker {
  /**
   * Loads the model of a run that may come. @param data port to a `RunFolders`
   * @throws VoxelwiseError as a run would. This worker must then not be used again.
   */
  loadAhead(wanted: ModelWanted, data: MessagePort): Promise<void>
  /** @returns false where it was stopped. After any exception this worker must not be used again. */
  start(task: RunTask, ports: RunPorts): Promise<boolean>
  /**
   * Loads the model and asks a run's first questions for a while, without storing. After a pause it posts `paused` once it is
   * ready, and begins on resume. @throws VoxelwiseError as `start`
   */
  trySpeed(task: SpeedTask, ports: RunPorts): Promise<SpeedTrial>
  /** Computes the test prompts with the model of a run, on its device. It stores nothing. @throws VoxelwiseError as `start` */
  testDevice(task: DeviceTestTask, ports: Pick<RunPorts, 'data' | 'prepare'>): Promise<TestedDevice>
  /** Answers one question of a run as the run does. It stores nothing. @throws VoxelwiseError as `start` */
  askAgain(task: AgainTask, ports: Pick<RunPorts, 'data' | 'prepare'>): Promise<RunRecord>
  pause(): void
  resume(): void
  stop(): void
}

/**
 * Writes what one thread of a run answers, in a thread of its own: until the bytes are on the disk, a thread that writes a file
 * does nothing else. Each verb is the store's of the same name. @throws VoxelwiseError as the store does
 */
export interface WriterWorker {
  begin(run: Run, onRewritten: () => void): Promise<void>
  /** Indices of the samples that have a record. */
  done(run: string): Promise<Uint32Array<ArrayBuffer>>
  addRecords(run: string, records: readonly RunRecord[]): Promise<void>
  settle(run: string): Promise<void>
  close(): Promise<void>
}

export interface ModelWanted extends BackendOptions {
  readonly fingerprint: string
}

export interface RunTask {
  readonly run: Run
  /** Number of this copy of the model, from 0. */
  readonly copy: number
  /** After a breakdown: prepare nothing ahead, so that the sample in hand is the one at fault. */
  readonly careful: boolean
  /** Samples that failed twice in earlier workers: recorded as failed, not asked again. */
  readonly givenUp: readonly { readonly index: number; readonly error: ErrorInfo }[]
  /** Samples whose preparation never ended, with the reason why their images are not opened again. */
  readonly refused: readonly { readonly index: number; readonly error: ErrorInfo }[]
}

export interface RunPorts {
  /** To a `RunFolders`. */
  readonly data: MessagePort
  readonly prepare: MessagePort
  /** Takes one `WorkerEvent` at a time. */
  readonly events: MessagePort
  /** Memory of a `Heartbeat`; without it, every question is posted to the page. */
  readonly hand: SharedArrayBuffer | null
  /** Memory of a second `Heartbeat`, for preparations. */
  readonly preparing: SharedArrayBuffer | null
  /** Memory of the run's `Claims`; null where there is only one copy of the model. */
  readonly claims: SharedArrayBuffer | null
}

/** `over` is the last one: the return value travels separately and may arrive before the events. */
export type WorkerEvent = RunEvent | { readonly type: 'over' }

export interface SpeedTask {
  /** As a run would be made; it is never stored. */
  readonly run: Run
  /** Number of this copy of the model, from 0. */
  readonly copy: number
  /** Counted from the first question. A longer question is finished, so that there is at least one. */
  readonly seconds: number
}

export interface SpeedTrial extends CopyTrial {
  /** The questions of the whole run. */
  readonly whole: Workload
  /** Tokens of the images that were tried, at each image detail. */
  readonly details: readonly DetailTokens[]
}

export interface DeviceTestTask {
  /** As a run would be made; it is never stored. */
  readonly run: Run
  /** Whether PyTorch's outputs in the model's folder are used, if it has them. */
  readonly usesCard: boolean
}

export interface AgainTask {
  /** With another device than the stored run's. */
  readonly run: Run
  readonly index: number
}

export interface TestedDevice {
  readonly numbers: DeviceNumbers
  /** Those that the numbers are to be compared with; null if the same files on another device are. */
  readonly card: CardReference | null
}

export interface PrepareOptions {
  /** The model's own unless given. */
  readonly chatTemplate?: ChatTemplate
  readonly thinking?: ThinkingChoice | undefined
  /** What the questions require of the chat template beyond one turn with an image. */
  readonly conversation?: Conversation
  /** How DICOM files are shown; absent if each file's own window is used. */
  readonly window?: string
  /** How finely images are shown; absent as the model's own files say. */
  readonly imageDetail?: string
  /** Memory of a `Heartbeat` for preparations. */
  readonly hand?: SharedArrayBuffer | null
}

/** Decodes, resizes, normalises and tokenises ahead of the model. */
export interface PrepareWorker {
  dataFrom(data: MessagePort): void
  /** Gives another worker its own port to this one. */
  connect(port: MessagePort): void
  /**
   * Reads what it needs of the chosen model, and tries it. @param onStage called before each step that may never end
   * @throws VoxelwiseError model-config and others, for faults that concern every sample
   */
  configure(options: PrepareOptions, onStage?: OnStage): Promise<void>
  /** Reads a file of the model, for the thread that is busy with another. */
  readFile(file: Blob): Promise<ArrayBuffer>
  /** Its digest (`sha256OfPieces`), for the same thread. */
  digestFile(file: Blob): Promise<string>
  /**
   * Has image features read from disk, and written there. Without this call they are not.
   * @param scope what they depend on besides the image: model and device
   */
  openFeatures(scope: string): Promise<void>
  /**
   * @param paths rooted paths of the images @param opening as in `prepareGroup` @param change to the pixels of each
   * @throws VoxelwiseError naming the file at fault
   */
  prepare(
    paths: readonly string[],
    questions: readonly Question[],
    opening: string | null,
    change?: PixelChange | null,
  ): Promise<PreparedGroup>
  /**
   * Images as a model server takes them: the bytes of a PNG or JPEG file, anything else as PNG. Needs no model.
   * @param index of the sample @param hand memory of a `Heartbeat` for preparations @param window how DICOM files are shown
   * @throws VoxelwiseError as `prepare`
   */
  pictures(
    index: number,
    paths: readonly string[],
    change: PixelChange | null,
    hand: SharedArrayBuffer | null,
    window?: string,
  ): Promise<readonly ServerPicture[]>
  /** One question as the model gets it. @throws VoxelwiseError as `prepare`; prompt-failed */
  show(paths: readonly string[], question: Question, change: PixelChange | null): Promise<SeenByModel>
  /** They are on disk when `settleFeatures` resolves, if not before. */
  keepFeatures(key: string, image: PreparedImage, features: TensorData): Promise<void>
  settleFeatures(): Promise<void>
}
