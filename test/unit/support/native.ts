import { describe } from 'vitest'
import { nodeRuntime } from '../../../src/cli/native/runtime.ts'

/** Why tests of the native runtime cannot run here, with the command that installs it; null where they can. */
const missing: string | null = (() => {
  try {
    nodeRuntime()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
})()

/** Tests with ONNX Runtime for Node. Where it is missing they are skipped, and the output says why. */
export function describeNative(tests: () => void): void {
  if (missing !== null) console.warn(`Skipped: ${missing}`)
  describe.skipIf(missing !== null)(missing ?? 'with ONNX Runtime for Node', tests)
}
