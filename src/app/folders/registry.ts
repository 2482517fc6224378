import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { TableReading } from '../../data/formats/format.ts'
import { readMapping } from '../../data/formats/mapping/check.ts'
import { isMarkedPrivate } from '../../data/questions/private-name.ts'
import { type FolderKind, holdsFiles, sourceName } from '../../data/sources/descriptor.ts'
import type { ChosenSource, SourceDescriptor } from '../../data/sources/source.ts'
import type { KeptCopy } from '../../data/store/model-copies.ts'
import { type ErrorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { serverWords } from '../../engine/model/served.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { findLocalRuntime } from '../../engine/runtime/local-message.ts'
import type { Needed, Opening } from '../../workers/contracts/folders.ts'
import { folderChanged } from '../../workers/data/opened-role.ts'
import { findWebGpu } from '../state/device.ts'
import { isBusy } from '../state/stage.ts'
import type { AskedRole, FolderRole, Picked } from '../state/state.ts'
import { localToken } from '../threads/local-token.ts'
import { ChosenDataset } from './chosen-dataset.ts'
import { ChosenModel } from './chosen-model.ts'
import { askForDirectory, bundledFolder, describe, isAtHand, lastFolder } from './describe.ts'
import type { FolderDeps } from './slot.ts'

/** What the questions of a run need. */
const runRoles = ['dataset', 'model'] as const

/** The chosen data set, model and judge, and those that are brought back for runs which were made with others. */
export class FolderRegistry {
  readonly #deps: FolderDeps
  readonly tables: ChosenDataset
  readonly #model: ChosenModel
  readonly #judge: ChosenModel
  /** Sources of runs that this page made: files that were picked one by one would be stored as a name only. */
  readonly #ofRuns = new Map<string, ChosenSource>()
  /**
   * Folders that were picked as single files since the page was opened, the last of each name. The browser cannot reopen
   * them in another visit. Here one stays available when another is picked after it.
   */
  readonly #lists = new Map<string, ChosenSource>()

  constructor(deps: FolderDeps) {
    const { app } = deps
    this.#deps = deps
    const deviceFound = findWebGpu().then(webgpu => app.change({ device: { ...app.state.device, webgpu } }))
    void findLocalRuntime(() => document.baseURI, localToken).then(native => {
      if (native && native.devices.length > 0) app.change({ device: { ...app.state.device, native } })
      if (native?.closed === 'token') app.notify(new VoxelwiseError(withoutToken))
    })
    this.tables = new ChosenDataset(deps, {
      onOpened: ({ imagesAtOnce }) => this.#model.describeFor(imagesAtOnce),
      startAgain: () => this.#startAgain(),
    })
    this.#model = new ChosenModel('model', deps, deviceFound)
    this.#judge = new ChosenModel('judge', deps, deviceFound)
  }

  descriptor(role: FolderRole): ChosenSource | null {
    return this.#slot(role).source
  }

  choose(role: FolderRole, picked: Picked, reading?: TableReading): Promise<void> {
    const source = describe(role, picked)
    if (picked.from === 'handle' && picked.paths) this.tables.notePaths(source, picked.paths)
    return reading ? this.#open(role, source, reading) : this.#openAsBefore(role, source)
  }

  /** Keeps the chosen checkpoint in one precision in private files. @throws as `ChosenModel.copy` */
  copyModel(...given: Parameters<ChosenModel['copy']>): ReturnType<ChosenModel['copy']> {
    return this.#model.copy(...given)
  }

  isOutdated(copy: KeptCopy): Promise<boolean> {
    return this.#model.isOutdated(copy)
  }

  /** Opens the chosen model again with this LoRA adapter in place of any that it has; null for none. */
  async adapt(picked: Picked | null): Promise<void> {
    const chosen = asFolder(this.descriptor('model'))
    if (!chosen) return
    const model = chosen.kind === 'adapted' ? chosen.model : chosen
    const adapter = picked && asFolder(describe('model', picked))
    await this.#openAsBefore('model', adapter ? { kind: 'adapted', model, adapter } : { ...model })
  }

  /** Brings back the folders of the last visit, or asks for them. */
  async bringBackLast(): Promise<void> {
    for (const role of runRoles) this.#slot(role).expectLast()
    await Promise.all([...runRoles, 'judge' as const].map(role => this.#bringBackLast(role)))
  }

  async #bringBackLast(role: FolderRole): Promise<void> {
    const before = this.descriptor(role)
    // The list of runs shows why there is no store. Folders can be opened without one.
    const source = await lastFolder(await this.#deps.store.catch(() => null), role)
    const isThere = source !== null && (await isAtHand(source))
    // The user may have picked something in the meantime.
    if (!source || this.descriptor(role) !== before) return
    if (isThere) await this.#openAsBefore(role, source)
    else this.#slot(role).lock(source)
  }

  /** What the chosen folder holds; null if the names of its files do not show it. */
  async chosenFolderKind(role: FolderRole): Promise<FolderKind | null> {
    const folder = asFolder(this.descriptor(role))
    return folder && this.#deps.data.remote.folderKind(folder)
  }

  /** Opens the folder of a role in the other one, and brings back what was open before it. */
  async moveToOtherRole(role: AskedRole): Promise<void> {
    const folder = asFolder(this.descriptor(role))
    if (!folder) return
    const other = role === 'dataset' ? 'model' : 'dataset'
    await Promise.all([this.#openAsBefore(other, { ...folder }), this.#bringBackLast(role)])
  }

  async unlock(role: FolderRole): Promise<void> {
    const source = this.descriptor(role)
    if (!source || !(await askForDirectory(source))) return
    if (role === 'dataset') await this.tables.unlock(source)
    else await this.#open(role, source)
  }

  dataset(): DatasetOverview {
    return this.tables.slot.overview()
  }

  model(): ModelOverview {
    return this.#model.slot.overview()
  }

  judge(): ModelOverview {
    return this.#judge.slot.overview()
  }

  /** The shown judge, for a pass to hold. @throws VoxelwiseError where it is not ready */
  neededJudge(): Opening {
    return this.#judge.slot.opening()
  }

  /** The shown data set and model, for a run to hold. @throws VoxelwiseError where either is not ready */
  needed(): Needed {
    return { dataset: this.tables.slot.opening(), model: this.#model.slot.opening() }
  }

  /** Remembers with a run which folders it was made with; with a judge's pass, which judge. */
  async keepFor(
    { id, dataset }: Pick<Run, 'id' | 'dataset'>,
    sources: { readonly dataset?: ChosenSource; readonly model: ChosenSource },
  ): Promise<void> {
    const store = await this.#deps.store
    for (const role of runRoles) {
      const source = sources[role]
      if (!source) continue
      this.#ofRuns.set(`${id}/${role}`, source)
      // What is stored of a folder names its files.
      if (role === 'dataset' && dataset.salted) continue
      await store.folders.keep(`${id}/${role}`, source)
    }
  }

  /** Remembers with a new run the folders of an earlier one, which are open. */
  async keepFoldersFrom(earlier: Run, run: Run): Promise<void> {
    const sourceFor = async (role: FolderRole): Promise<ChosenSource | null> =>
      (await this.#findKept(earlier, role)) ?? this.descriptor(role)
    const [dataset, model] = [await sourceFor('dataset'), await sourceFor('model')]
    if (dataset && model) await this.keepFor(run, { dataset, model })
  }

  /** Shows the folders of runs that must be picked again as locked. @throws VoxelwiseError permission-denied */
  async expectPicked(runs: readonly Run[]): Promise<void> {
    const missing = new Map<string, ForgottenFolder>()
    for (const run of runs)
      for (const { role, name } of await this.forgotten(run)) {
        missing.set(folderKey(role, name), { role, name })
        if (this.#deps.app.state[role].status !== 'locked')
          this.#lock(run, role, { kind: 'files', name, files: [] })
      }
    if (missing.size > 0) throw notPicked([...missing.values()])
  }

  /** The folders of a run whose files the browser did not keep, and that nobody has picked again. */
  async forgotten(run: Run): Promise<readonly ForgottenFolder[]> {
    // A judge is chosen beside the judgings of its run.
    if (run.judging) return []
    const forgotten: ForgottenFolder[] = []
    for (const role of runRoles) {
      if (await this.#isOpen(run, role)) continue
      const source = await this.#findKept(run, role)
      if (source?.kind === 'files' && !(await isAtHand(source))) forgotten.push({ role, name: source.name })
    }
    return forgotten
  }

  /** Takes files that were picked for a run in place of those that were forgotten. @throws VoxelwiseError fingerprint-mismatch */
  bring({ role, name }: ForgottenFolder, picked: Picked): void {
    const source = describe(role, picked)
    const pickedName = source.kind === 'files' ? source.name : null
    if (pickedName !== name) throw anotherFolder(role, name, pickedName)
    this.#noteList(role, source)
  }

  /** Opens the folders that a run was made with, unless they are open, and checks that they are the same. */
  async bringBackFor(run: Run): Promise<{ readonly needed: Needed; readonly model: ModelOverview }> {
    await this.expectPicked([run])
    const dataset = await this.bringBack(run, 'dataset')
    const model = await this.bringBack(run, 'model')
    return { needed: { dataset, model }, model: this.model() }
  }

  /** The data set and model of a run; null where they are not both open now. */
  async openedFor(run: Run): Promise<Needed | null> {
    const areOpen = (await this.#isOpen(run, 'dataset')) && (await this.#isOpen(run, 'model'))
    return areOpen ? this.needed() : null
  }

  /** The data set folder of a run, to show its images; null where it is not open. */
  async findDataset(run: Run): Promise<SourceDescriptor | null> {
    if (await this.#isOpen(run, 'dataset')) return asFolder(this.descriptor('dataset'))
    const source = await (await this.#deps.store).folders.source(`${run.parent ?? run.id}/dataset`)
    return source && (await isAtHand(source)) ? asFolder(source) : null
  }

  /** The same for one of them, or for the judge that a pass began with. */
  async bringBack(run: Run, role: FolderRole): Promise<Opening> {
    const { name } = folderFacts(run, role)
    const slot = this.#slot(role)
    const open = { name, number: slot.number }
    if (await this.#isOpen(run, role)) return open
    const source = await this.#findKept(run, role)
    if (!source) throw slot.notOpen(name)
    if (!(await isAtHand(source)) && !(await askForDirectory(source))) {
      this.#lock(run, role, source)
      throw sourceName(source).kind === 'files' && role !== 'judge'
        ? notPicked([{ role, name }])
        : slot.notOpen(name)
    }
    await this.#open(role, source, tableReading(run))
    if (slot.source !== source) throw folderChanged(name)
    const { number } = slot.opening()
    if (await this.#isOpen(run, role)) return { name, number }
    throw new VoxelwiseError({ code: 'fingerprint-mismatch', subject: name, ...changedWords(run, role) })
  }

  /** What a run was made with; where the browser forgot its files, those that were picked again under its name. */
  async #findKept(run: Run, role: FolderRole): Promise<ChosenSource | undefined> {
    const { name, source } = folderFacts(run, role)
    const key = role === 'judge' ? `${run.id}/model` : `${run.parent ?? run.id}/${role}`
    const keptSource =
      this.#ofRuns.get(key) ??
      (await (await this.#deps.store).folders.source(key)) ??
      (source === 'bundled' ? bundledFolder(role) : undefined)
    const isForgotten =
      !keptSource || (sourceName(keptSource).kind === 'files' && !(await isAtHand(keptSource)))
    return (isForgotten && this.#lists.get(folderKey(role, name))) || keptSource
  }

  async #isOpen(run: Run, role: FolderRole): Promise<boolean> {
    const models = { model: this.#model, judge: this.#judge }
    if (role !== 'dataset') return (await models[role].fingerprint(run)) === run.model.fingerprint
    const { dataset } = this.#deps.app.state
    return dataset.status === 'ready' && dataset.overview.fingerprint === run.dataset.fingerprint
  }

  #slot(role: FolderRole): ChosenDataset['slot'] | ChosenModel['slot'] {
    return { dataset: this.tables, model: this.#model, judge: this.#judge }[role].slot
  }

  #openAsBefore(role: FolderRole, source: ChosenSource): Promise<void> {
    if (role !== 'dataset') return this.#open(role, source)
    this.#noteList(role, source)
    return this.tables.openAsBefore(source)
  }

  #open(role: FolderRole, source: ChosenSource, reading?: TableReading): Promise<void> {
    this.#noteList(role, source)
    if (role === 'dataset') return this.tables.open(source, reading)
    return { model: this.#model, judge: this.#judge }[role].open(source)
  }

  #noteList(role: FolderRole, source: ChosenSource): void {
    if (holdsFiles(source)) this.#lists.set(folderKey(role, sourceName(source).name), source)
  }

  #lock(run: Run, role: FolderRole, source: ChosenSource): void {
    if (role === 'dataset') this.tables.lock(source, tableReading(run))
    else this.#slot(role).lock(source)
  }

  /** Starts another data thread in place of one that has stopped. A run cannot continue on this page. */
  #startAgain(): void {
    this.#deps.data.replace()
    const { live } = this.#deps.app.state
    if (live && isBusy(live)) this.#deps.app.notify(new VoxelwiseError(runStopped(live.run.name)))
    const model = this.descriptor('model')
    if (model && this.#deps.app.state.model.status === 'ready') void this.#model.open(model)
  }
}

const withoutToken: ErrorInfo = {
  code: 'device-unavailable',
  subject: 'ONNX Runtime of this computer',
  message: 'Voxelwise runs with --native, but this address cannot use it.',
  remedy: 'Open the address that the server printed at its start: it contains a token.',
}

const runStopped = (name: string): ErrorInfo => ({
  code: 'page-outdated',
  subject: name,
  message: 'The folder that made no progress also stopped this run.',
  remedy: 'Reload the page, then continue the run. Its answers are stored.',
})

const folderKey = (role: FolderRole, name: string): string => `${role}/${name}`

/** A folder that must be picked again, under its name. */
export interface ForgottenFolder {
  readonly role: AskedRole
  readonly name: string
}

const roleWords = { dataset: 'data set', model: 'model' }

function notPicked(missing: readonly ForgottenFolder[]): VoxelwiseError {
  const names = missing.map(({ role, name }) => `the ${roleWords[role]} “${name}”`)
  const isOne = missing.length === 1
  return new VoxelwiseError({
    code: 'permission-denied',
    subject: missing.map(({ name }) => name).join(', '),
    message: `The browser did not keep ${isOne ? 'this folder' : 'these folders'} after the page was closed.`,
    remedy: `Pick ${names.join(', then ')} again under Set up, then try again.`,
  })
}

const anotherFolder = (role: AskedRole, name: string, pickedName: string | null): VoxelwiseError =>
  new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: pickedName ?? name,
    message: `This run used the ${roleWords[role]} “${name}”. You picked another folder.`,
    remedy: `Pick “${name}”.`,
  })

const folderFacts = (run: Run, role: FolderRole) => (role === 'dataset' ? run.dataset : run.model)

function changedWords({ model: { server } }: Run, role: FolderRole): Pick<ErrorInfo, 'message' | 'remedy'> {
  if (role === 'judge')
    return {
      message: 'This folder has changed since the judge started.',
      remedy: 'Restore the original files, or start the judge again.',
    }
  if (role === 'model' && server)
    return {
      message: `The server’s model changed since this run began with ${server.model} on ${serverWords(server)}.`,
      remedy: 'Start that server with that model, or start a new run.',
    }
  return {
    message: 'This folder has changed since this run began.',
    remedy: 'Restore the original files, or start a new run.',
  }
}

/** A data set is never behind a server. No adapter is added to a copy, which holds matrices as they were rounded. */
const asFolder = (source: ChosenSource | null): SourceDescriptor | null =>
  source?.kind === 'server' || source?.kind === 'copy' ? null : source

function tableReading({ dataset }: Run): TableReading {
  const { name, mapping, derived, salted, keptColumns = [], slices } = dataset
  if (derived) {
    const { rules: _, ...reading } = derived
    return { headers: reading }
  }
  const named = {
    ...(salted ? { isPrivate: isMarkedPrivate(dataset), keepColumns: keptColumns } : { keepNames: true }),
    ...(slices !== undefined && { slices }),
  }
  if (!mapping) return named
  return {
    ...named,
    mapping: readMapping(mapping.document, name),
    ...(mapping.split !== null && { split: mapping.split }),
  }
}
