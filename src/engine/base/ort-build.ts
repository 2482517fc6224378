/** Which of the WebAssembly builds of ONNX Runtime a browser takes. */

/** What decides it. */
export interface RuntimeFacts {
  /** JavaScript Promise Integration. */
  readonly hasJspi: boolean
  /** The instructions of our matrix kernel (`build/kernel`). */
  readonly hasRelaxedSimd: boolean
}

export type OrtBuild = 'jspi' | 'asyncify' | 'relaxed' | 'plain'

/**
 * The build that serves best. The JSPI build streams a large external data file from disk and pays no toll for suspending;
 * without JSPI, WebGPU needs the asyncify build, and the processor alone runs fastest in the plain one. The JSPI build and
 * the relaxed one, which is the plain one otherwise, have our matrix kernel.
 * @param device `webgpu`, or what else computes
 */
export function ortBuild(device: string, { hasJspi, hasRelaxedSimd }: RuntimeFacts): OrtBuild {
  if (hasJspi && hasRelaxedSimd) return 'jspi'
  if (device === 'webgpu') return 'asyncify'
  return hasRelaxedSimd ? 'relaxed' : 'plain'
}

/** A function that multiplies and adds in one instruction: no other part of it is new. */
const relaxed = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0],
  ...[65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11],
]

export const runtimeFacts = (): RuntimeFacts => ({
  hasJspi: 'Suspending' in WebAssembly,
  hasRelaxedSimd: WebAssembly.validate(new Uint8Array(relaxed)),
})

/** The matrix kernel that computes on the processor here; undefined for ONNX Runtime's own. */
export function matrixKernel(device: string): typeof __MATRIX_KERNEL__ | undefined {
  const build = ortBuild(device, runtimeFacts())
  return build === 'jspi' || build === 'relaxed' ? (__MATRIX_KERNEL__ ?? undefined) : undefined
}
