/** What a command without a browser runs: its folders opened and said, its run made. */
import { newRun } from '../../app/run/new-run.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { deviceHere, type NativeDevice, nativeDevices } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { defaultSettings } from '../../engine/protocol/settings.ts'
import { mappingFromFile, mappingLine } from '../base/mapping-file.ts'
import { printable } from '../base/printable.ts'
import { chosenProtocol } from '../base/protocol-options.ts'
import { type EvaluateOptions, limitOf, modelFolder } from '../evaluate/options.ts'
import { environmentHere } from './environment.ts'
import { fingerprintOf, type NativeFolders, openFolders } from './folders.ts'
import { nodeRuntime } from './runtime.ts'

/** The folders of a run, read as they were asked to be, and the device it is to run on. */
export interface OpenedFolders {
  readonly folders: NativeFolders
  readonly device: NativeDevice
}

/**
 * Opens the folders that a command names, and says what is in them.
 * @throws VoxelwiseError why one cannot be read; device-unavailable
 */
export async function openNamed(options: EvaluateOptions): Promise<OpenedFolders> {
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
  return { folders, device }
}

/** @throws VoxelwiseError device-unavailable: one of a browser's */
function nativeDevice(device: string): NativeDevice {
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
function tell({ dataset, model }: NativeFolders): void {
  if (model.departure) console.error(printable(model.departure))
  const { counts, mapping } = dataset
  if (mapping) console.error(printable(mappingLine(mapping)))
  const skipped = Object.entries(counts.skipped).map(([reason, n]) => `${reason}=${n}`)
  console.error(`Samples loaded: ${counts.loaded} of ${counts.total}; skipped: ${skipped.join(', ')}`)
}

/** The run that was asked for, not begun. @throws VoxelwiseError why the model cannot be run so */
export async function runOn(options: EvaluateOptions, { folders, device }: OpenedFolders): Promise<Run> {
  const { dataset, model } = folders
  const settings = {
    ...defaultSettings,
    dtype: model.recommended?.dtype ?? 'fp32',
    ...options.settings,
    ...limitOf(options, dataset.counts.loaded),
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
