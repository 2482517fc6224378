import { readPixels } from '../../../data/images/decoding.ts'
import { openSource } from '../../../data/sources/descriptor.ts'
import { openModelFolder } from '../../../data/sources/model-files.ts'
import { browserBackend } from '../../../engine/runtime/browser-backend.ts'
import { Vlm } from '../../../engine/runtime/vlm.ts'
import { expose } from '../../../workers/shared/comlink.ts'
import { type Trace, trace } from '../engine/trace.ts'
import type { TraceWorker } from './trace-contract.ts'

const worker: TraceWorker = {
  async trace(model, { buffers, ...options }, requests) {
    const folder = await openModelFolder(openSource(model), { buffers })
    const vlm = await Vlm.load(browserBackend, folder, { ...options, onProgress: () => {} })
    const traces: Trace[] = []
    for (const { images, ...request } of requests) {
      const pixels = []
      for (const address of images) {
        const response = await fetch(address)
        pixels.push(await readPixels(new Uint8Array(await response.arrayBuffer()), address))
      }
      traces.push(await trace(vlm, { ...request, images: pixels }))
    }
    await vlm.dispose()
    return traces
  },
}

expose(worker)
