import { startProbeWorker } from '../app/bridge.ts'
import { createController } from '../app/controller.ts'
import type { Controller } from '../app/controller-api.ts'
import type { SourceDescriptor } from '../data/sources/descriptor.ts'
import type { Probed } from '../engine/runtime/trace.ts'
import type { LoadOptions } from '../engine/runtime/vlm.ts'
import type { ProbeRequest } from '../workers/probe.worker.ts'
import { inputFiles } from './input-folder.ts'

declare global {
  /** The page's own controller, for `npm run evaluate` to press its buttons. */
  var voxelwise: Controller
  var voxelwiseFiles: typeof inputFiles
  /** Every number of some prompts, for `npm run fidelity`. */
  var voxelwiseProbe: typeof probe
}

/** @returns what JSON can carry: floats in plain arrays */
async function probe(
  model: SourceDescriptor,
  options: Omit<LoadOptions, 'onProgress'>,
  requests: readonly ProbeRequest[],
): Promise<readonly PlainProbed[]> {
  const { remote, crashed, close } = startProbeWorker()
  try {
    return (await Promise.race([remote.probe(model, options, requests), crashed])).map(plain)
  } finally {
    close()
  }
}

export type PlainProbed = ReturnType<typeof plain>

function plain(probed: Probed) {
  return {
    ...probed,
    images: probed.images.map(({ tensors, features: { dims, values } }) => ({
      tensors,
      features: { dims, first: [...values.slice(0, 24)], last: [...values.slice(-24)] },
    })),
    logits: [...probed.logits],
    reused: probed.reused && { ...probed.reused, logits: [...probed.reused.logits] },
  }
}

globalThis.voxelwise = createController({ remember: false })
globalThis.voxelwiseFiles = inputFiles
globalThis.voxelwiseProbe = probe
