import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
import { transformersOrt } from '../../engine/runtime/backend.ts'
import { installCommand } from '../base/installed.ts'

/** The used part of `onnxruntime-node`, which has the same types as ONNX Runtime Web. */
interface NodeRuntime {
  readonly InferenceSession: typeof InferenceSession
  readonly Tensor: typeof Tensor
  readonly env: { readonly versions: { readonly node?: string } }
  /** Execution providers of this platform's build; those that are not bundled need libraries of their own. */
  listSupportedBackends(): readonly { readonly name: string; readonly bundled: boolean }[]
}

/** A file of the folder that a command is called from. */
export const calledFrom = (): string => join(process.cwd(), 'package.json')

/** Next to these commands, then where they are called from. */
const places = (): readonly string[] => [import.meta.url, calledFrom()]

/**
 * ONNX Runtime for Node: 288 MB, so it is installed only where it is wanted. transformers.js uses it too, and must not be
 * imported before. @param from files next to which it is looked for
 * @throws VoxelwiseError device-unavailable where it is not installed, or cannot be loaded
 */
export function nodeRuntime(from = places()): NodeRuntime {
  for (const place of from) {
    const runtime = found(place)
    if (!runtime) continue
    Object.assign(globalThis, { [transformersOrt]: runtime })
    return runtime
  }
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: 'onnxruntime-node',
    message: 'ONNX Runtime for Node is not installed.',
    remedy: `Install it with: ${installCommand}`,
  })
}

/** @returns null if it is missing, or is the empty package that replaces it */
function found(from: string): NodeRuntime | null {
  const require = createRequire(from)
  try {
    require.resolve('onnxruntime-node')
  } catch {
    return null
  }
  try {
    const module: Partial<NodeRuntime> = require('onnxruntime-node')
    return module.InferenceSession ? (module as NodeRuntime) : null
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'device-unavailable',
      subject: 'onnxruntime-node',
      message: `ONNX Runtime for Node could not be loaded: ${errorMessage(cause)}.`,
      remedy: `Install it again with: ${installCommand}`,
      cause,
    })
  }
}
