import { VoxelwiseError } from '../../engine/base/errors.ts'
import { toolWords } from '../../engine/protocol/elsewhere.ts'
import type { Run } from '../../engine/protocol/run.ts'

export const runInTheWay = (name: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-locked',
    subject: name,
    message: 'This page is already working on another run.',
    remedy: 'Wait until it ends, or stop it. You can continue it later.',
  })

export const runBeingDeleted = (name: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-locked',
    subject: name,
    message: 'This run is being deleted.',
    remedy: 'Start a new run.',
  })

export function madeElsewhere({ name, model: { elsewhere, reader } }: Run): VoxelwiseError {
  const [message, remedy] = elsewhere
    ? [
        `Its answers come from ${toolWords(elsewhere)}. This page cannot ask that model.`,
        'Continue with that tool and open its new log, or start a run here.',
      ]
    : reader
      ? ['A person gave its answers.', 'Begin another sitting under Have people answer.']
      : [
          'This run was started on the command line.',
          'Continue it there with the same command, or start a new run here.',
        ]
  return new VoxelwiseError({ code: 'device-unavailable', subject: name, message, remedy })
}

export const webGpuMissing = (reason: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'device-unavailable',
    subject: 'WebGPU',
    message: reason,
    remedy: 'Continue this run in a browser with WebGPU, or start a new one on WASM.',
  })

export const nativeMissing = ({ name }: Run): VoxelwiseError =>
  new VoxelwiseError({
    code: 'device-unavailable',
    subject: name,
    message: 'This run was made by ONNX Runtime of the local server, which does not offer it now.',
    remedy: 'Start the server with npm start -- --native, and reload the page.',
  })

export const nothingOpen = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'choices-impossible',
    subject,
    message: 'This run has no free-text answers, so there is nothing to judge.',
    remedy: 'Choose a run whose questions are answered in words.',
  })

export const nothingUnread = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'choices-impossible',
    subject,
    message: 'This run has no reply without options that a judge could read.',
    remedy: 'Add the probe “Options withheld” first. If it is there, the rule could read every reply.',
  })
