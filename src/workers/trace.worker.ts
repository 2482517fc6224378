import { decodeRgb } from '../data/images/decode.ts'
import { openSource } from '../data/sources/descriptor.ts'
import { openModelFolder } from '../data/sources/model-files.ts'
import type { SourceDescriptor } from '../data/sources/source.ts'
import { browserBackend } from '../engine/runtime/browser-backend.ts'
import { type Trace, type TraceRequest, trace } from '../engine/runtime/trace.ts'
import { type ModelLoadOptions, Vlm } from '../engine/runtime/vlm.ts'
import type { TraceWorker } from './contracts/run.ts'
import { expose } from './shared/comlink.ts'

class Tracer implements TraceWorker {
  async trace(
    model: SourceDescriptor,
    options: Omit<ModelLoadOptions, 'onProgress'>,
    requests: readonly TraceRequest[],
  ): Promise<readonly Trace[]> {
    const folder = await openModelFolder(openSource(model))
    const vlm = await Vlm.load(browserBackend, folder, { ...options, onProgress: () => {} })
    const traces: Trace[] = []
    for (const { turns, images, newTokens } of requests) {
      const pixels = []
      for (const address of images) {
        const response = await fetch(address)
        pixels.push(await decodeRgb(new Uint8Array(await response.arrayBuffer()), address))
      }
      traces.push(await trace(vlm, { turns, images: pixels, newTokens }))
    }
    await vlm.dispose()
    return traces
  }
}

expose(new Tracer())
