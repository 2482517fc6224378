import type { TableReading } from '../../../data/formats/format.ts'
import type { KeptCopy } from '../../../data/store/model-copies.ts'
import { checkedProbes } from '../../../engine/probes/new-probes.ts'
import type { Dtype } from '../../../engine/protocol/device.ts'
import type { Probe } from '../../../engine/protocol/probe.ts'
import type { Selection } from '../../../engine/protocol/selection.ts'
import type { RunSettings } from '../../../engine/protocol/settings.ts'
import type { SizePlan } from '../../../engine/protocol/size-plan.ts'
import { changedSettings } from '../../run/new-run.ts'
import { type AskedRole, needsConfirming, type Picked } from '../../state/state.ts'
import type { CommandTable } from '../services.ts'

/** What is chosen for the next run. */
export const setupCommands = {
  chooseDataset: ({ ahead, folders }, picked: Picked, reading?: TableReading) => {
    ahead.wake()
    return folders.choose('dataset', picked, reading)
  },
  chooseModel: ({ ahead, folders }, picked: Picked) => {
    ahead.wake()
    return folders.choose('model', picked)
  },
  /** Adds a LoRA adapter to the chosen checkpoint, in place of any that it has; null removes it. */
  adaptModel: ({ ahead, app, folders }, picked: Picked | null) => {
    ahead.wake()
    return app.orNotify(folders.adapt(picked))
  },
  /**
   * Keeps the chosen checkpoint in private files. It rejects with an AbortError when `signal` is aborted.
   * @param onBytes receives how many bytes are written, and of how many
   */
  copyModel: async (
    { data, folders },
    dtype: Dtype,
    onBytes: (written: number, of: number) => void,
    signal: AbortSignal,
  ) => {
    const stop = () => void data.remote.stopCopying()
    signal.addEventListener('abort', stop)
    return folders.copyModel(dtype, onBytes).finally(() => signal.removeEventListener('abort', stop))
  },
  /** The same copies, those marked that have the name of the open checkpoint and were made of other files. */
  comparedCopies: ({ folders }, kept: readonly KeptCopy[]): Promise<readonly KeptCopy[]> =>
    Promise.all(
      kept.map(async copy => ({ ...copy, ...((await folders.isOutdated(copy)) && { isOutdated: true }) })),
    ),
  /** Asks the browser again for a remembered folder. Needs a click. */
  unlockDataset: ({ app, folders }) => app.orNotify(folders.unlock('dataset')),
  unlockModel: ({ app, folders }) => app.orNotify(folders.unlock('model')),
  /** Reads the tables of the chosen data set by a mapping that the user gave, or derives questions from headers. */
  readDataset: ({ folders }, reading: TableReading) => folders.tables.readAgain(reading),
  /** Reads the data set again, with the names of its DICOM files in place of salted ones. */
  keepNames: ({ folders }) => folders.tables.keepNames(),
  /** Reads the data set again, as one that is private or not. */
  markPrivate: ({ folders }, isPrivate: boolean) => folders.tables.markPrivate(isPrivate),
  /** Reads the private data set again, with or without a column that no question needs. */
  keepColumn: ({ folders }, column: string, isKept: boolean) => folders.tables.keepColumn(column, isKept),
  /** Reads the data set again, with these slices of its volumes (`readSliceRule`); null for none. */
  chooseSlices: ({ folders }, rule: string | null) => folders.tables.chooseSlices(rule),
  /** Reads them by the mapping on show with a change. Columns that were guessed stay unconfirmed. */
  changeMapping: ({ app, folders }, reading: TableReading) =>
    folders.tables.readAgain(reading, needsConfirming(app.state)),
  /** Deletes the mapping that the user gave, and reads the data set without it. */
  forgetMapping: ({ app, folders }) => app.orNotify(folders.tables.forgetMapping()),
  confirmMapping: ({ app, folders }) => app.orNotify(folders.tables.confirmMapping()),
  /** What the folder holds that could not be opened in this role; null if it is unknown. */
  folderKind: ({ folders }, role: AskedRole) => folders.chosenFolderKind(role),
  /** Opens the folder of one role in the other, and brings back the earlier folder of the first. */
  moveToOtherRole: ({ app, folders }, role: AskedRole) => app.orNotify(folders.moveToOtherRole(role)),
  /** The questions that were derived from headers, as a MedRCube-style test.json. */
  questionsFile: async ({ data }) => new Blob([await data.remote.testJson()], { type: 'application/json' }),
  /** Skipped samples and findings of the chosen data set. */
  quality: ({ data }) => data.remote.quality(),
  /** Object URL of an image of the chosen data set. The caller revokes it. */
  datasetImageUrl: async ({ data }, path: string) =>
    URL.createObjectURL(await data.remote.viewable(await data.remote.image(path), path)),
  changeSettings: ({ ahead, app }, change: Partial<RunSettings>) => {
    ahead.wake()
    app.change({
      settings: changedSettings(app.state, change),
      isLengthChosen: app.state.isLengthChosen || change.maxNewTokens !== undefined,
    })
  },
  /** Chooses the questions of the next run; null for all. */
  selectOnly: ({ app }, selection: Selection | null) => {
    const { only: _, ...settings } = app.state.settings
    app.change({ settings: { ...settings, ...(selection && { only: selection }) }, unreadFilter: null })
  },
  /** Notes that what was typed chooses no questions, so that no run starts on others. */
  noteUnreadFilter: ({ app }, typed: string) => app.change({ unreadFilter: typed }),
  /** How many questions of the chosen data set the next run and its passes ask. */
  countAsked: ({ app, data }) => data.remote.countAsked(app.state.settings, app.state.probes),
  /** The clusters and voxels of the questions that the next run may ask. */
  plannedSet: ({ app, data }) => data.remote.plannedSet(app.state.settings),
  /** Keeps a plan with the next run on the chosen data set, or drops it. */
  planRun: ({ app, folders }, plan: SizePlan | null) =>
    app.change({ plan: plan && { dataset: folders.dataset().fingerprint, plan } }),
  /** Chooses the passes that follow the next run. An unknown one is a notice, and changes nothing. */
  changeProbes: ({ app }, probes: readonly Probe[]) =>
    app.orNotify((async () => app.change({ probes: checkedProbes(probes) }))()),
  /** Measures for ten seconds how fast the chosen model answers here. Stores nothing. Resolves at its end. */
  trySpeed: ({ trials }) => trials.start(),
  /** Ends a trial at once. Its measurements are lost. */
  stopTrial: ({ trials }) => trials.stop(),
} satisfies CommandTable
