import { policyForms, readPolicy } from '../../engine/protocol/window-policy.ts'
import { text, usageError } from './options.ts'

/** Of all commands that show images. */
export const windowOption = text(
  'window',
  'POLICY',
  `DICOM only: how values become pictures: ${policyForms}.`,
  {
    default: "each file's own window",
  },
)

/** @throws VoxelwiseError usage */
export function checkedPolicy(window: string): string {
  if (readPolicy(window)) return window
  throw usageError(`--window takes one of ${policyForms}.`, `--window ${window}`)
}
