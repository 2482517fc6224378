import type { InferenceSession, env as ortEnv, Tensor } from 'onnxruntime-web'
import asyncifyMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import jspiMjs from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url'
import plainMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import jspiWasm from 'ort-with-kernel/ort-wasm-simd-threaded.jspi.wasm?url'
import relaxedWasm from 'ort-with-kernel/ort-wasm-simd-threaded.relaxed.wasm?url'
import { type OrtBuild, ortBuild, runtimeFacts } from '../base/ort-build.ts'
import { pagePart } from '../base/page-parts.ts'
import type { Device } from '../protocol/device.ts'
import { transformersOrt } from './backend.ts'

export interface OrtModule {
  readonly InferenceSession: typeof InferenceSession
  readonly Tensor: typeof Tensor
  readonly env: typeof ortEnv
}

const files: Readonly<Record<OrtBuild, { readonly mjs: string; readonly wasm: string }>> = {
  jspi: { mjs: jspiMjs, wasm: jspiWasm },
  asyncify: { mjs: asyncifyMjs, wasm: asyncifyWasm },
  relaxed: { mjs: plainMjs, wasm: relaxedWasm },
  plain: { mjs: plainMjs, wasm: plainWasm },
}

let compiled: { readonly build: OrtBuild; readonly module: Promise<WebAssembly.Module | null> } | null = null

/**
 * Holds the compiled WebAssembly for the workers of this page, of which each run has its own: while someone holds it,
 * the browser gives them what it has compiled already instead of compiling it once more, in haste and then again for speed.
 */
export function keepCompiled(device: Device): void {
  const build = ortBuild(device, runtimeFacts())
  if (compiled?.build === build) return
  // Where it fails, a worker will fail too, and say so.
  compiled = { build, module: WebAssembly.compileStreaming(fetch(files[build].wasm)).catch(() => null) }
}

/** Loads ONNX Runtime from our own origin, once a worker, and hands the same one to transformers.js. */
export async function loadOrt(device: Device, threads: number): Promise<OrtModule> {
  const build = ortBuild(device, runtimeFacts())
  const ort: OrtModule = await pagePart<OrtModule>(importBuild(build))
  const absolute = (path: string): string => new URL(path, self.location.origin).href
  ort.env.wasm.wasmPaths = { mjs: absolute(files[build].mjs), wasm: absolute(files[build].wasm) }
  ort.env.wasm.numThreads = threads
  ort.env.logLevel = 'error'
  Object.assign(globalThis, { [transformersOrt]: ort })
  return ort
}

function importBuild(build: OrtBuild): Promise<OrtModule> {
  switch (build) {
    case 'jspi':
      return import('onnxruntime-web/jspi')
    case 'asyncify':
      return import('onnxruntime-web/webgpu')
    case 'relaxed':
    case 'plain':
      return import('onnxruntime-web/wasm')
  }
}
