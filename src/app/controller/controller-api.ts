import type { QualityRow } from '../../data/formats/dataset-overview.ts'
import type { LoadProgress, TableReading } from '../../data/formats/format.ts'
import type { FoundServer } from '../../data/servers/connect.ts'
import type { Restored } from '../../data/store/news.ts'
import type { LabelledChains } from '../../engine/analysis/chain-labels.ts'
import type { Credibility } from '../../engine/analysis/chains.ts'
import type { ChangedSample } from '../../engine/analysis/changed.ts'
import type { RunsComparison } from '../../engine/analysis/comparison.ts'
import type { ConfidenceReport } from '../../engine/analysis/confidence.ts'
import type { FieldColumn } from '../../engine/analysis/field-column.ts'
import type { GateResult } from '../../engine/analysis/gates.ts'
import type { JudgedAnswers } from '../../engine/analysis/judged-answers.ts'
import type { RaceReport } from '../../engine/analysis/race/race-report.ts'
import type { ExportName, ResultRow } from '../../engine/analysis/result-row.ts'
import type { RunOverview } from '../../engine/analysis/run-overview.ts'
import type { ProbeOverview } from '../../engine/probes/cost.ts'
import type { PixelChange } from '../../engine/probes/perturbation.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Axis } from '../../engine/protocol/sample.ts'
import type { Selection } from '../../engine/protocol/selection.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { JudgeChoice } from '../run/judge-choice.ts'
import type { AppState, Picked } from '../state/state.ts'
import type { Observable } from '../state/store.ts'
import type { StorageOverview } from '../storage/storage.ts'

/** The task levels of the shortcut analysis; null takes the protocol's defaults. */
export interface LevelChoice {
  readonly high: readonly string[] | null
  readonly ignore: readonly string[] | null
  /** Tasks that the protocol does not name and that a user marked as perceptions. */
  readonly low: readonly string[] | null
}

/** A run's results: rows for lists, single records, everything else derived from rows. */
export interface Results {
  readonly run: Run
  readonly rows: readonly ResultRow[]
  readonly overview: RunOverview
  /** Of the chosen gates. */
  readonly gates: readonly GateResult[]
}

/** Runs side by side, in the given order: the first is the baseline. */
export interface Compared {
  readonly runs: readonly Run[]
  readonly comparison: RunsComparison
}

/**
 * The one door between views and the rest: views read `getState()` and call verbs. Verbs that can fail put
 * their error into the state (or reject, where they return something).
 */
export interface Controller {
  subscribe(listener: () => void): () => void
  getState(): AppState
  /** Of the data set while its status is `reading`. */
  readonly readSoFar: Pick<Observable<LoadProgress>, 'get' | 'subscribe'>

  chooseDataset(picked: Picked, reading?: TableReading): Promise<void>
  /** Reads the tables of the chosen data set otherwise: by another mapping, another split. */
  readDataset(reading: TableReading): Promise<void>
  /** Reads the chosen data set without the user's settings from now on. */
  forgetMapping(): Promise<void>
  /** Takes the guessed mapping of the chosen data set as it is shown. */
  confirmMapping(): void
  /** Object URL of an image of the chosen data set. The caller revokes it. */
  datasetImageUrl(path: string): Promise<string>
  chooseModel(picked: Picked): Promise<void>
  /**
   * The model server that Voxelwise was started with, and its models; nothing else is asked of it.
   * @throws VoxelwiseError no-server where it was started without one
   */
  findServer(): Promise<FoundServer>
  /** Asks the browser again for a remembered folder (needs a click). */
  unlockDataset(): Promise<void>
  unlockModel(): Promise<void>
  /** Skipped samples and findings, for the quality view. */
  quality(): Promise<readonly QualityRow[]>

  changeSettings(change: Partial<RunSettings>): void
  /** Chooses the questions of the next run; null for all. */
  selectOnly(selection: Selection | null): void
  /** How many questions of the chosen data set that would be. */
  countSelected(selection: Selection): Promise<number>
  /** Chooses the passes that follow the next run. */
  changeProbes(probes: readonly Probe[]): void
  /** Tries for ten seconds how fast the chosen model answers here; stores nothing. Resolves when that has ended. */
  trySpeed(): Promise<void>
  /** Ends a trial immediately; its measurements are lost. */
  stopTrial(): Promise<void>
  /**
   * Starts a run on the chosen data set and model.
   * @param earlier records of it that are there already, as lines of JSON: what an ended session of a shard has answered
   */
  start(earlier?: Blob): Promise<void>
  pause(): void
  resume(): void
  /** Stops the run for now; it stays in the list and can be continued. */
  stop(): Promise<void>
  /**
   * Continues a stored run, then its passes; asks for its folders if they are not available (state becomes `locked`).
   */
  continueRun(id: string): Promise<void>
  /** Adds the chosen model, in the chosen precision and on the chosen device, to those that are to race. */
  addEntrant(): Promise<void>
  removeEntrant(id: string): void
  /** In what share of races the best model may be dropped. */
  changeRisk(risk: number): void
  /** Starts a race on the chosen data set: a run of each model, asked in stages until one is left. */
  startRace(): Promise<void>
  /** Continues a stopped or interrupted one; folders as in `continueRun`. */
  continueRace(id: string): Promise<void>
  /** The state of a race. */
  race(id: string): Promise<RaceReport>
  /** Makes passes over a run's samples in turn, after the current work; folders as in `continueRun`. */
  addPasses(id: string, probes: readonly Probe[]): Promise<void>
  /** Chooses the folder of the model that judges. */
  chooseJudge(picked: Picked): Promise<void>
  /** Asks the browser again for a remembered one (needs a click). */
  unlockJudge(): Promise<void>
  /** Has the open answers of a run rated by the chosen judge; resolves when that has begun. */
  judge(id: string, choice: JudgeChoice): Promise<void>
  /** What judges and people made of a run's open answers. */
  judgings(id: string): Promise<JudgedAnswers>
  /** A sheet for people to rate a run's open answers by a rubric. */
  ratingSheet(id: string, rubric: string): Promise<Blob>
  /** Imports such a sheet, replacing an earlier one. Rejects if it cannot be read. */
  readRatingSheet(id: string, rubric: string, file: File): Promise<void>
  /** The facts of a run's passes, and the cost of each. */
  probes(id: string, levels: LevelChoice): Promise<ProbeOverview>

  results(id: string): Promise<Results>
  /**
   * Chooses conditions that the figures of runs are checked on during this visit.
   * @throws VoxelwiseError bad-gates, bad-json
   */
  chooseGates(file: File): Promise<void>
  record(run: string, index: number): Promise<RunRecord>
  /** One field of every record, in the order of the rows. */
  column(run: string, field: string): Promise<FieldColumn>
  /** How credible the conclusions of a run are: rates with intervals, overall and by label of the diagnosis. */
  credibility(id: string, levels: LevelChoice): Promise<Credibility>
  /** The chain of questions of every image. */
  chains(id: string, levels: LevelChoice): Promise<LabelledChains>
  /** Results from the option probabilities of a run; without the intervals of its scores it takes only a moment. */
  confidence(id: string, axis: Axis, intervals: 'with intervals' | 'without'): Promise<ConfidenceReport>
  compare(ids: readonly string[], levels: LevelChoice): Promise<Compared>
  /** Samples that only one of two runs has right; the first is the baseline. */
  changed(first: string, second: string): Promise<readonly ChangedSample[]>
  /** Object URL of a sample's image, or null if its folder is not available. The caller revokes it. */
  imageUrl(run: string, path: string): Promise<string | null>
  /** The same of the image as the model gets it: read by our own decoder, and changed as a pass does. */
  pictureUrl(run: string, path: string, change: PixelChange | null): Promise<string | null>

  renameRun(id: string, name: string): Promise<void>
  deleteRun(id: string): Promise<void>
  exportFile(id: string, name: ExportName, levels?: LevelChoice): Promise<Blob>
  /** The run as one HTML file, to be read anywhere. */
  report(id: string, levels?: LevelChoice): Promise<Blob>
  /** Several runs side by side as one HTML file; the first is the baseline. */
  compareReport(ids: readonly string[], levels: LevelChoice): Promise<Blob>
  /**
   * Imports a run.json; or the shards of one run with their manifest, which are merged; or several run.json in turn.
   * Resolves with the (last) new run's id. This, `restore` and `bringBackCopy` end, and reject with an AbortError, when
   * `signal` is aborted.
   */
  importFiles(
    files: readonly File[],
    onProgress: (stored: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<string>

  /** Bytes of image features stored by earlier runs. */
  keptFeatures(): Promise<number>
  clearKeptFeatures(): Promise<void>

  /** The data in this browser, and its size. */
  storage(): Promise<StorageOverview>
  /** Forgets the folders of earlier visits and of all runs: they have to be picked again. */
  forgetFolders(): Promise<void>
  /** Asks the browser to throw nothing away. @returns whether it promised */
  askToKeep(): Promise<boolean>
  /** Answers of runs that are not there. */
  deleteOrphans(): Promise<void>
  /** All runs in one file. */
  backup(): Promise<Blob>
  /** Restores a backup; `onProgress` receives the number of its finished files. */
  restore(file: File, onProgress: (done: number) => void, signal: AbortSignal): Promise<Restored>

  /** Asks for a folder, and copies all runs there from now on (needs a click). */
  chooseCopy(): Promise<void>
  /** Continues with it, if the browser needs permission again (needs a click). */
  allowCopy(): Promise<void>
  /** Existing copies stay. */
  stopCopy(): Promise<void>
  /**
   * Restores the runs and records of the copy that are missing here; `onProgress` receives the number of its finished
   * runs.
   */
  bringBackCopy(onProgress: (done: number) => void, signal: AbortSignal): Promise<Restored>

  /** Shows the newer version of the page that is stored next to this one; never during a run. */
  updatePage(): Promise<void>

  /** Reports an error that belongs to no other place. */
  notify(thrown: unknown): void
  dismiss(notice: number): void
}
