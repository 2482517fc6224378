import { openAsBlob, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { withKernel } from '../build/kernel/inject.ts'
import { sessionOptions } from '../src/cli/native/backend.ts'
import { nodeRuntime } from '../src/cli/native/runtime.ts'
import { parseOutline } from '../src/engine/model/onnx-outline.ts'
import { blobSource } from '../src/engine/model/protobuf.ts'
import { graphForWasm } from '../src/engine/runtime/wasm-graph.ts'

/** One build of ONNX Runtime that runs graphs in this process. */
export interface GraphRuntime {
  /** The device for which the graphs of a checkpoint are written. */
  readonly device: 'cpu' | 'wasm'
  readonly Tensor: typeof Tensor
  /** @param data names of the files of weights, which lie beside the graph */
  open(graph: string, data: readonly string[]): Promise<InferenceSession>
}

export const runtimeNames = ['native', 'wasm'] as const

/** @param threads of the processor for one call */
export const openRuntime = async (
  name: (typeof runtimeNames)[number],
  threads: number,
): Promise<GraphRuntime> => (name === 'native' ? openNative(threads) : await openWasm(threads))

function openNative(threads: number): GraphRuntime {
  const { InferenceSession, Tensor } = nodeRuntime()
  return {
    device: 'cpu',
    Tensor,
    open: graph => InferenceSession.create(graph, sessionOptions('cpu', threads)),
  }
}

async function openWasm(threads: number): Promise<GraphRuntime> {
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web')
  env.wasm.numThreads = threads
  env.wasm.wasmBinary = pageFile().buffer
  return {
    device: 'wasm',
    Tensor,
    async open(graph, data) {
      const externalData = await Promise.all(
        data.map(async name => ({ path: name, data: await readFile(join(dirname(graph), name)) })),
      )
      const blob = await openAsBlob(graph)
      const outline = await parseOutline(blobSource(blob))
      return InferenceSession.create(await (await graphForWasm(graph, { blob, outline })).bytes(), {
        ...sessionOptions('cpu', threads),
        externalData,
      })
    },
  }
}

/** ONNX Runtime's WebAssembly as the page has it. Node 20 keeps relaxed SIMD behind a flag. */
function pageFile(): Uint8Array<ArrayBuffer> {
  const published = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')
  const file = withKernel(readFileSync(published))
  if (!file) throw new Error('This version of ONNX Runtime has other matrix kernels than ours replaces.')
  if (!WebAssembly.validate(file)) setFlagsFromString('--experimental-wasm-relaxed-simd')
  return file
}
