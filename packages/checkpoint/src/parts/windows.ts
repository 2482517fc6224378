/** Windows of an image's patches. Each is an entry of a batch, so that no patch is multiplied with those of another window. */
import type { Value } from '@voxelwise/onnx'
import { type Draft, reshaped, scalar } from './draft.ts'
import type { PatchGrid } from './patch-grid.ts'

export interface Windows {
  /** Numbers of `patches` by window: windows x places x width. */
  readonly apart: (patches: Value) => Value
  /** The same numbers in the patches' own order: patches x width. */
  readonly together: (windows: Value) => Value
  /** Added to the scores of places beyond the image: windows x 1 x places x places. */
  readonly mask: Value
}

/**
 * @param side patches of a window's sides; the first window begins at the first patch, the last ones may reach beyond the image
 * @param merge patches of a token's sides: those of a token come one after the other
 */
export function attentionWindows(
  draft: Draft,
  { row, column, down, across }: PatchGrid,
  { side, merge, width }: { readonly side: number; readonly merge: number; readonly width: number },
): Windows {
  const { graph } = draft
  const integer = (value: Value | number): Value =>
    typeof value === 'number' ? graph.integers(value) : value
  const operation =
    (operator: 'Add' | 'Mul' | 'Div' | 'Mod' | 'Less') =>
    (a: Value | number, b: Value | number): Value =>
      graph.node(operator, [integer(a), integer(b)])
  const [plus, times, by, rest, below] = [
    operation('Add'),
    operation('Mul'),
    operation('Div'),
    operation('Mod'),
    operation('Less'),
  ]
  const places = side * side
  const windowsOfSide = (patches: Value): Value => by(plus(patches, side - 1), side)
  const windowsAcross = windowsOfSide(across)
  const count = times(windowsOfSide(down), windowsAcross)

  const place = graph.node('Range', [integer(0), times(count, places), integer(1)])
  const [window, inner] = [by(place, places), rest(place, places)]
  const rowOfPlace = plus(times(by(window, windowsAcross), side), by(inner, side))
  const columnOfPlace = plus(times(rest(window, windowsAcross), side), rest(inner, side))
  const isInside = graph.node('And', [below(rowOfPlace, down), below(columnOfPlace, across)])
  const token = plus(times(by(rowOfPlace, merge), by(across, merge)), by(columnOfPlace, merge))
  const patch = plus(
    times(token, merge * merge),
    plus(times(rest(rowOfPlace, merge), merge), rest(columnOfPlace, merge)),
  )
  const patchOfPlace = graph.node('Where', [isInside, patch, integer(0)])

  const windowOfPatch = plus(times(by(row, side), windowsAcross), by(column, side))
  const placeOfPatch = plus(
    times(windowOfPatch, places),
    plus(times(rest(row, side), side), rest(column, side)),
  )

  const lowest = draft.type === 'float' ? -3.4e38 : -65504
  const added = graph.node('Where', [isInside, scalar(draft, 0), scalar(draft, lowest)])
  return {
    apart: patches =>
      reshaped(
        draft,
        graph.node('Gather', [reshaped(draft, patches, [-1, width]), patchOfPlace], { axis: 0 }),
        [-1, places, width],
      ),
    together: windows =>
      graph.node('Gather', [reshaped(draft, windows, [-1, width]), placeOfPatch], { axis: 0 }),
    mask: graph.node('Expand', [
      reshaped(draft, added, [-1, 1, 1, places]),
      graph.integers([1, 1, places, 1]),
    ]),
  }
}
