/** `evaluate --runtime node`: the same engine in this process, without a browser. */
import { join } from 'node:path'
import type { RunProgress } from '../../app/run/live-progress.ts'
import { newPass, newRun } from '../../app/run/new-run.ts'
import { stageOf } from '../../app/stage.ts'
import { exportRun } from '../../data/export/export-run.ts'
import { loadJson } from '../../data/export/load-json.ts'
import {
  expectSameImages,
  expectSameLoad,
  expectSameSamples,
  type SeenImages,
  seeImages,
} from '../../data/images/image-identity.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { frameOf } from '../../engine/protocol/frame.ts'
import { askedOf } from '../../engine/protocol/order.ts'
import { type Probe, probeKey } from '../../engine/protocol/probe.ts'
import { protocolOf } from '../../engine/protocol/registry.ts'
import {
  defaultSettings,
  deviceHere,
  type NativeDevice,
  nativeDevices,
  type Run,
} from '../../engine/protocol/run.ts'
import { type EvaluateOptions, modelFolder } from '../evaluate/options.ts'
import { progressLine, stoppedWords, summary } from '../evaluate/progress.ts'
import { exportedFiles } from '../evaluate/write.ts'
import { writeBlob, writeParts } from '../files.ts'
import { Interrupt, interruptedCode } from '../interrupt.ts'
import { mappingFromFile, mappingLine } from '../mapping-file.ts'
import { printable } from '../printable.ts'
import { chosenProtocol } from '../protocol-options.ts'
import { environmentHere } from './environment.ts'
import { fingerprintOf, type NativeFolders, openFolders } from './folders.ts'
import { RunJournal } from './journal.ts'
import { nodeRuntime } from './runtime.ts'
import { askRun, type NativeSession, unload } from './session.ts'

/** What was answered so far, until it is in the files: the same command goes on with it. */
const journalName = 'run.journal'

/** With all that its journal has. */
type WholeSession = NativeSession & { readonly journal: RunJournal }

export async function evaluateNatively(options: EvaluateOptions): Promise<void> {
  nodeRuntime()
  const device = nativeDevice(options.device ?? 'cpu')
  const reading = {
    ...(options.mapping !== undefined && { mapping: await mappingFromFile(options.mapping) }),
    ...(options.split !== undefined && { split: options.split }),
  }
  const folders = await openFolders(
    { dataset: options.dataset, model: modelFolder(options) },
    reading,
    device,
  )
  tell(folders)
  await writeParts(join(options.out, 'load.json'), [loadJson(folders.dataset.counts)])
  const wanted = await runOn(folders, options, device)
  const journal = await RunJournal.open(join(options.out, journalName))
  const session: WholeSession = { folders, journal, vlm: null, isStopped: false }
  const interrupt = new Interrupt()
  interrupt.onFirst = () => {
    console.error('Stopping: what was answered is written')
    session.isStopped = true
  }
  try {
    const run = await begun(session, wanted)
    const ended = await askThrough(session, run, options.probes)
    await writeExports(journal, run.id, options.out)
    const { live } = ended
    if (live.error) throw new VoxelwiseError(live.error)
    if (stageOf(live) !== 'stopped') {
      journal.remove()
      return console.error(summary(live))
    }
    console.error(stoppedWords(live, 'Stopped; the same command goes on.'))
    if (live.reached === null) process.exitCode = interruptedCode
  } finally {
    interrupt.letGo()
    journal.close()
    await unload(session)
  }
}

/** @throws VoxelwiseError device-unavailable: one of a browser's */
export function nativeDevice(device: string): NativeDevice {
  const found = nativeDevices.find(known => known === device)
  if (found) return found
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: `--device ${device}`,
    message: 'Node has no such device.',
    remedy: `Choose one of ${nativeDevices.join(', ')}, or leave --runtime out.`,
  })
}

/** Says what was loaded, and how it was read. */
export function tell({ dataset, model }: NativeFolders): void {
  if (model.departure) console.error(printable(model.departure))
  const { counts, mapping } = dataset
  if (mapping) console.error(printable(mappingLine(mapping)))
  const skipped = Object.entries(counts.skipped).map(([reason, n]) => `${reason}=${n}`)
  console.error(`Samples loaded: ${counts.loaded} of ${counts.total}; skipped: ${skipped.join(', ')}`)
}

/** The run that was asked for, not begun. @throws VoxelwiseError why the model cannot be run so */
export async function runOn(
  folders: NativeFolders,
  options: EvaluateOptions,
  device: NativeDevice,
): Promise<Run> {
  const { dataset, model } = folders
  const settings = {
    ...defaultSettings,
    dtype: model.recommended?.dtype ?? 'fp32',
    ...options.settings,
    protocol: chosenProtocol(dataset.protocol, options.protocol, options.judge),
    device,
    // There is no place to keep them in.
    keepFeatures: false,
  }
  const problem = refusal(model, settings, dataset.imagesAtOnce)
  if (problem) throw new VoxelwiseError(problem)
  const environment = await environmentHere()
  const fingerprint = await fingerprintOf(folders, deviceHere(settings).dtype)
  const isLengthChosen = options.settings.maxNewTokens !== undefined
  return newRun({ dataset, model, fingerprint, settings, environment, isLengthChosen })
}

/**
 * The run of an earlier command that was not ended, or the one that is wanted.
 * @throws VoxelwiseError fingerprint-mismatch where that is another run, or its images are others by now
 */
async function begun({ journal, folders }: WholeSession, wanted: Run): Promise<Run> {
  const before = journal.whole
  if (before === null) {
    const { skipped, findings, badFiles, samples } = folders.loaded
    journal.append([{ run: wanted }, { load: { skipped, findings, badFiles, frame: frameOf(samples) } }])
    return wanted
  }
  const other = difference(before, wanted)
  if (other !== null)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: other,
      message: 'The folder has an unfinished run with another one.',
      remedy: `Go on with that run, choose another --out, or delete ${journalName} there.`,
    })
  expectSameLoad(
    { counts: before.dataset.counts, skipped: (await journal.load(before.id))?.skipped },
    folders.loaded,
  )
  const seen: SeenImages = new Map()
  for await (const records of journal.records(before.id)) {
    expectSameSamples(records, folders.loaded)
    seeImages(seen, records)
  }
  await expectSameImages(seen, folders.source)
  console.error(`Going on with the run of ${before.created}: ${journal.done(before.id).length} are answered`)
  // When it is to end may be another rule now.
  const { until: _, ...settings } = before.settings
  const { until } = wanted.settings
  return { ...before, settings: { ...settings, ...(until && { until }) }, environment: wanted.environment }
}

/** What of two runs differs that must not; null where one can go on as the other. */
function difference(before: Run, wanted: Run): string | null {
  if (before.dataset.fingerprint !== wanted.dataset.fingerprint) return 'data set'
  if (before.model.fingerprint !== wanted.model.fingerprint) return 'model'
  const settingsOf = ({ settings: { until: _, ...settings } }: Run): Readonly<Record<string, unknown>> =>
    settings
  const [old, now] = [settingsOf(before), settingsOf(wanted)]
  const names = new Set([...Object.keys(old), ...Object.keys(now)])
  return [...names].find(name => JSON.stringify(old[name]) !== JSON.stringify(now[name])) ?? null
}

/** The run, then its passes, until one is stopped or fails. @returns the last that was asked */
async function askThrough(session: WholeSession, run: Run, probes: readonly Probe[]): Promise<RunProgress> {
  const line = progressLine()
  const passes = await passesOf(session, run, probes)
  let waiting = passes.length
  const show = (progress: RunProgress): void => line(progress.live, waiting)
  const whole = await askRun(session, run, show)
  let last = whole
  for (const pass of passes) {
    if (last.live.run.state !== 'done') return last
    waiting--
    last = await askRun(session, pass, show)
  }
  return last.live.run.state === 'done' ? whole : last
}

async function passesOf(
  { folders, journal }: WholeSession,
  run: Run,
  probes: readonly Probe[],
): Promise<readonly Run[]> {
  const known = new Map(
    (await journal.runs()).flatMap(({ run }) => (run.probe ? [[probeKey(run.probe), run] as const] : [])),
  )
  const { samples } = askedOf(folders.loaded.samples, run.settings)
  const protocol = protocolOf(run.settings.protocol)
  return probes.flatMap(probe => {
    const perturbation = new Perturbation(probe, samples, protocol)
    const total = samples.filter(sample => perturbation.asks(sample)).length
    const pass = known.get(probeKey(probe)) ?? newPass(run, probe, total, run.environment)
    return total === 0 ? [] : [pass]
  })
}

async function writeExports(journal: RunJournal, run: string, out: string): Promise<void> {
  for (const name of exportedFiles) await writeBlob(join(out, name), await exportRun(journal, run, name, {}))
}
