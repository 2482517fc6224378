import { nodeRuntime } from '../../../src/cli/native/runtime.ts'

/** Why tests of the native runtime cannot run here; null where they can. */
export const noNativeRuntime: string | null = (() => {
  try {
    nodeRuntime()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
})()
