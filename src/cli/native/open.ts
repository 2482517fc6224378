/** Opens the folders of a command without a browser, and makes its run. */
import { newRun, withTotal } from '../../app/run/new-run.ts'
import { privateLine } from '../../data/questions/kept-words.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { deviceHere, type NativeDevice, nativeDevices } from '../../engine/protocol/device.ts'
import { askedQuestions } from '../../engine/protocol/order.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { selected } from '../../engine/protocol/selection.ts'
import { defaultSettings } from '../../engine/protocol/settings.ts'
import type { Io } from '../base/command.ts'
import { chosenProtocol, mappingLine, tableReading } from '../base/dataset-options.ts'
import { type EvaluateOptions, givenSelection, limitFromShare, modelFolder } from '../evaluate/options.ts'
import { loadedLine } from '../evaluate/set-up.ts'
import { environmentHere } from './environment.ts'
import { type NativeFolders, nativeFingerprint, openFolders } from './folders.ts'
import { nodeRuntime } from './runtime.ts'

interface OpenedFolders {
  readonly folders: NativeFolders
  readonly device: NativeDevice
}

/** Opens the folders of a command, and prints what they hold. @throws VoxelwiseError why not; device-unavailable */
export async function openNamed(options: EvaluateOptions, note: Io['stderr']): Promise<OpenedFolders> {
  nodeRuntime()
  const device = nativeDevice(options.device ?? 'cpu')
  const paths = { dataset: options.dataset, model: modelFolder(options), adapter: options.adapter }
  const folders = await openFolders(paths, await tableReading(options), device)
  const { model, dataset } = folders
  if (model.departure) note(model.departure)
  if (dataset.mapping) note(mappingLine(dataset.mapping))
  note(loadedLine(dataset.counts))
  if (dataset.kept) note(privateLine(dataset.kept, dataset.mapping !== null))
  return { folders, device }
}

/** @throws VoxelwiseError device-unavailable: one of a browser's */
function nativeDevice(device: string): NativeDevice {
  const match = nativeDevices.find(known => known === device)
  if (match) return match
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: `--device ${device}`,
    message: 'Node has no such device.',
    remedy: `Choose one of ${nativeDevices.join(', ')}, or remove --runtime.`,
  })
}

/**
 * The wanted run, not begun. @param known the model's fingerprint in an earlier run that this one may continue, or null
 * @throws VoxelwiseError why the model cannot run with these settings
 */
export async function runOn(
  options: EvaluateOptions,
  { folders, device }: OpenedFolders,
  known: string | null,
): Promise<Run> {
  const { dataset, model } = folders
  const only = await givenSelection(options)
  const all = selected(folders.loaded.samples, only).length
  const settings = {
    ...defaultSettings,
    dtype: model.recommended?.dtype ?? 'fp32',
    ...options.settings,
    ...limitFromShare(options, all),
    ...(only && { only }),
    protocol: chosenProtocol(dataset.protocol, options.protocol, options.judge),
    device,
    // Node has no store for them.
    keepFeatures: false,
  }
  const problem = refusal(model, settings, dataset.imagesAtOnce)
  if (problem) throw new VoxelwiseError(problem)
  const environment = await environmentHere()
  const fingerprint = await nativeFingerprint(folders, deviceHere(settings).dtype, known)
  const isLengthChosen = options.settings.maxNewTokens !== undefined
  const run = newRun({ dataset, model, fingerprint, settings, environment, isLengthChosen })
  return only ? withTotal(run, askedQuestions(folders.loaded.samples, settings).samples.length, all) : run
}
