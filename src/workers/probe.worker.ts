import { decodeRgb } from '../data/images/decode.ts'
import { openSource, type SourceDescriptor } from '../data/sources/descriptor.ts'
import { openModelFolder } from '../data/sources/model-files.ts'
import { type Probed, probe } from '../engine/runtime/trace.ts'
import { type LoadOptions, Vlm } from '../engine/runtime/vlm.ts'
import { expose } from './shared/comlink.ts'

/** A prompt whose images are addresses of our own server. */
export interface ProbeRequest {
  readonly text: string
  readonly images: readonly string[]
  readonly newTokens: number
}

/** Loads a model and tells every number of some prompts; for the fidelity suite, see docs/fidelity.md. */
class ProbeWorker {
  async probe(
    model: SourceDescriptor,
    options: Omit<LoadOptions, 'onProgress'>,
    requests: readonly ProbeRequest[],
  ): Promise<readonly Probed[]> {
    const folder = await openModelFolder(openSource(model))
    const vlm = await Vlm.load(folder, { ...options, onProgress: () => {} })
    const probed: Probed[] = []
    for (const { text, images, newTokens } of requests) {
      const pixels = []
      for (const address of images) {
        const response = await fetch(address)
        pixels.push(await decodeRgb(new Uint8Array(await response.arrayBuffer()), address))
      }
      probed.push(await probe(vlm, { text, images: pixels, newTokens }))
    }
    await vlm.dispose()
    return probed
  }
}

export type { ProbeWorker }

expose(new ProbeWorker())
