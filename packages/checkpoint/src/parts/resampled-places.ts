/** A square table of positions, resampled to a grid of patches of any size (Qwen3-VL). */
import type { Value } from '@voxelwise/onnx'
import { type Draft, floatWeight } from './draft.ts'
import type { PatchGrid } from './patch-grid.ts'

/** Two neighbours along one side, and how much of the second is taken. */
interface Taps {
  readonly first: Value
  readonly second: Value
  readonly share: Value
}

/** `_interpolation_axis_taps_weights` of Python's transformers 5.24: bilinear, with the corners in place. */
function taps({ graph }: Draft, index: Value, size: Value, side: number): Taps {
  const float = (value: Value): Value => graph.node('Cast', [value], { to: 1 })
  const spaces = graph.node('Max', [graph.node('Sub', [size, graph.integers(1)]), graph.integers(1)])
  const scaled = graph.node('Mul', [float(index), graph.floats([side - 1])])
  const source = graph.node('Div', [scaled, float(spaces)])
  const floor = graph.node('Floor', [source])
  const first = graph.node('Cast', [floor], { to: 7 })
  const next = graph.node('Add', [first, graph.integers(1)])
  return {
    first,
    second: graph.node('Min', [next, graph.integers(side - 1)]),
    share: graph.node('Sub', [source, floor]),
  }
}

/**
 * @param name of the table's tensor, side² x width
 * @returns patches x width
 */
export function resampledPlaces(
  draft: Draft,
  name: string,
  { side, width }: { readonly side: number; readonly width: number },
  grid: PatchGrid,
): Value {
  const { graph } = draft
  const table = floatWeight(draft, draft.tensors.take(name, [side * side, width]))
  const down = taps(draft, grid.row, grid.down, side)
  const across = taps(draft, grid.column, grid.across, side)
  const one = graph.floats([1])
  const weighted = (y: Value, x: Value, yShare: Value, xShare: Value): Value => {
    const place = graph.node('Add', [graph.node('Mul', [y, graph.integers(side)]), x])
    const share = graph.node('Unsqueeze', [graph.node('Mul', [yShare, xShare]), graph.integers([1])])
    const typedShare = draft.type === 'float' ? share : graph.node('Cast', [share], { to: 10 })
    return graph.node('Mul', [graph.node('Gather', [table, place], { axis: 0 }), typedShare])
  }
  const rest = (share: Value): Value => graph.node('Sub', [one, share])
  const parts = [
    weighted(down.first, across.first, rest(down.share), rest(across.share)),
    weighted(down.first, across.second, rest(down.share), across.share),
    weighted(down.second, across.first, down.share, rest(across.share)),
    weighted(down.second, across.second, down.share, across.share),
  ]
  return parts.reduce((sum, part) => graph.node('Add', [sum, part]))
}
