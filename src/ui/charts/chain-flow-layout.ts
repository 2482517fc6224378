import type { LinkCounts } from '@voxelwise/statistics'
import { scaleLinear } from 'd3-scale'
import type { LinkGroup } from '../../engine/protocol/shortcut.ts'
import { count } from '../text/format.ts'
import { labelLine, type MeasureText } from './kit/text.ts'

interface FlowNode {
  readonly key: string
  readonly name: string
  /** Its name and number: on two lines if both sides' labels do not fit next to each other. */
  readonly lines: readonly string[]
  readonly n: number
  readonly side: 'low' | 'high'
  readonly x: number
  readonly y: number
  readonly height: number
  /** Baseline of its label's first line: above the upper node, below the lower one, where no ribbon runs. */
  readonly labelY: number
}

interface FlowRibbon {
  readonly group: LinkGroup
  readonly n: number
  /** Its share of all links. */
  readonly share: number
  readonly path: string
  /** The place of its label: near the low end, where ribbons do not cross yet. */
  readonly label: { readonly x: number; readonly y: number }
}

const sizes = { flow: 200, gap: 14, node: 8, label: 17, between: 16 }

const names = {
  low: { right: 'Perception right', wrong: 'Perception wrong' },
  high: { right: 'Diagnosis right', wrong: 'Diagnosis wrong' },
} as const

/** Links as ribbons from perception to diagnosis: a ribbon is as wide as it has links. Shortcuts are drawn last, on top. */
export function flowLayout({ A, B, C, D }: LinkCounts, width: number, measure: MeasureText) {
  const total = Math.max(1, A + B + C + D)
  const tall = scaleLinear([0, total], [0, sizes.flow])
  const wide = (name: string, n: number) => measure(`${name} ${count(n)}`, 'plot-label')
  const pairs = [
    wide(names.low.right, A + B) + wide(names.high.right, A + D),
    wide(names.low.wrong, C + D) + wide(names.high.wrong, B + C),
  ]
  const isNarrow = Math.max(...pairs) + sizes.between > width
  const label = isNarrow ? 2 * labelLine : labelLine
  const top = label + 5
  const [lowRight, highRight] = [top, top]
  const lowWrong = lowRight + tall(A + B) + sizes.gap
  const highWrong = highRight + tall(A + D) + sizes.gap
  const floor = top + sizes.flow + sizes.gap
  const node = (side: FlowNode['side'], name: string, n: number, y: number): FlowNode => ({
    labelY: y === top ? labelLine - 2 : floor + 16,
    key: name,
    name,
    lines: isNarrow ? [name, count(n)] : [`${name} ${count(n)}`],
    n,
    side,
    x: side === 'low' ? 0 : width - sizes.node,
    y,
    height: tall(n),
  })
  const ribbon = (group: LinkGroup, n: number, from: number, to: number) => ({
    group,
    n,
    share: n / total,
    path: ribbonPath(width, from, to, tall(n)),
    label: labelPlace(width, from, to, tall(n)),
  })
  const ribbons = [
    ribbon('C', C, lowWrong + tall(D), highWrong + tall(B)),
    ribbon('B', B, lowRight + tall(A), highWrong),
    ribbon('A', A, lowRight, highRight),
    ribbon('D', D, lowWrong, highRight + tall(A)),
  ]
  return {
    width,
    height: floor + label + 9,
    nodes: [
      node('low', names.low.right, A + B, lowRight),
      node('low', names.low.wrong, C + D, lowWrong),
      node('high', names.high.right, A + D, highRight),
      node('high', names.high.wrong, B + C, highWrong),
    ],
    ribbons: apart(
      ribbons.filter(({ n }) => n > 0),
      top + 9,
      floor - 6,
    ),
  }
}

function ribbonPath(width: number, from: number, to: number, tall: number): string {
  const [left, middle, right] = [sizes.node, width / 2, width - sizes.node]
  return [
    `M${left} ${from}C${middle} ${from} ${middle} ${to} ${right} ${to}`,
    `V${to + tall}`,
    `C${middle} ${to + tall} ${middle} ${from + tall} ${left} ${from + tall}Z`,
  ].join('')
}

/** A quarter along the curve. */
function labelPlace(width: number, from: number, to: number, tall: number) {
  return { x: sizes.node + (width - 2 * sizes.node) * 0.2, y: from + (to - from) * 0.06 + tall / 2 }
}

/** Moves labels until none overlaps another, or the names above the highest and below the lowest. */
function apart(ribbons: readonly FlowRibbon[], highest: number, lowest: number): FlowRibbon[] {
  const moved = new Map<LinkGroup, number>()
  const fromTop = [...ribbons].sort((a, b) => a.label.y - b.label.y)
  for (const [at, { group, label }] of fromTop.entries()) {
    const above = moved.get(fromTop[at - 1]?.group ?? group) ?? highest - sizes.label
    const most = lowest - (fromTop.length - 1 - at) * sizes.label
    moved.set(group, Math.min(most, Math.max(label.y, above + sizes.label)))
  }
  return ribbons.map(one => ({ ...one, label: { x: one.label.x, y: moved.get(one.group) ?? one.label.y } }))
}
