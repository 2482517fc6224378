import { boolean, type Check, list, nullable, optional, shape, textOf } from '../../../engine/base/checks.ts'
import type { Frame, Prior } from '../../../engine/protocol/frame.ts'
import { countOf, longestName, path, share } from './values.ts'

export const frame: Check<Frame> = shape<Frame>({
  cells: list(shape({ task: path, modality: path, parts: path, dataset: path })),
  groups: list(countOf),
  cellOf: list(countOf),
  published: optional(list(nullable(share))),
  prior: optional(
    shape<Prior>({ name: textOf(10 * longestName, 1), accuracy: share, right: list(nullable(boolean)) }),
  ),
})
