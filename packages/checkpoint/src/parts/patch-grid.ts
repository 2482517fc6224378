/** Where the patches of an image are, and the angles that follow. */
import type { Value } from '@voxelwise/onnx'
import type { Draft } from './draft.ts'
import { type Angles, rotaryAngles } from './rotary.ts'

export interface PatchGrid {
  readonly patches: Value
  /** Row and column of each patch, in their order: the patches of a token next to each other. */
  readonly row: Value
  readonly column: Value
  /** Patches of the image's sides. */
  readonly down: Value
  readonly across: Value
}

/** Where each patch is. @param sizes 1 x 3: time, rows and columns of patches */
export function patchGrid({ graph }: Draft, sizes: Value, merge: number): PatchGrid {
  const flat = graph.node('Reshape', [sizes, graph.integers([-1])])
  const side = (at: number): Value => graph.node('Gather', [flat, graph.integers(at)], { axis: 0 })
  const [down, across] = [side(1), side(2)]
  const patches = graph.node('Mul', [down, across])
  const place = graph.node('Range', [graph.integers(0), patches, graph.integers(1)])
  const divided = (a: Value, b: Value): Value => graph.node('Div', [a, b])
  const rest = (a: Value, b: Value): Value => graph.node('Mod', [a, b])
  const m = graph.integers(merge)
  const area = graph.integers(merge * merge)
  const [token, inner] = [divided(place, area), rest(place, area)]
  const tokensAcross = divided(across, m)
  const at = (block: Value, offset: Value): Value =>
    graph.node('Add', [graph.node('Mul', [block, m]), offset])
  return {
    patches,
    row: at(divided(token, tokensAcross), divided(inner, m)),
    column: at(rest(token, tokensAcross), rest(inner, m)),
    down,
    across,
  }
}

/**
 * Angles of a patch: the first half of a head's pairs turns by its row, the second by its column.
 * @param perRow how fast each pair turns, and `perColumn` likewise
 */
export function anglesOfGrid(
  draft: Draft,
  { row, column, patches }: Pick<PatchGrid, 'row' | 'column' | 'patches'>,
  perRow: readonly number[],
  perColumn: readonly number[],
): Angles {
  const { graph } = draft
  const unsqueezed = (value: Value): Value => graph.node('Unsqueeze', [value, graph.integers([0])])
  const both = graph.node('Concat', [unsqueezed(row), unsqueezed(column)], { axis: 0 })
  const axes = [...perRow.map(() => 0), ...perColumn.map(() => 1)]
  const chosen = graph.node('Gather', [both, graph.integers(axes)], { axis: 0 })
  const positions = graph.node('Cast', [graph.node('Transpose', [chosen], { perm: [1, 0] })], { to: 1 })
  const rows = unsqueezed(graph.node('Range', [graph.integers(0), patches, graph.integers(1)]))
  return rotaryAngles(draft, positions, rows, { perPosition: [...perRow, ...perColumn], scale: 1 })
}
