import { scaleColour } from './kit/colour.ts'
import type { KeyItem } from './kit/key.tsx'
import { Cell, EmptyCell, Ramp, rampWidth } from './kit/marks.tsx'

const sides = [6, 14, 24]
const places = [3, 17, 42]

/** How to read the squares of the cube. */
export const cubeKey: readonly KeyItem[] = [
  { text: 'never right, chance, always right', width: rampWidth, sign: <Ramp /> },
  {
    text: 'larger: narrower interval',
    width: 54,
    height: 24,
    sign: sides.map((side, at) => (
      <Cell key={side} x={places[at] ?? 0} y={0} side={side} colour={scaleColour(0.66)} isHollow={false} />
    )),
  },
  {
    text: 'hollow: could be chance',
    width: 14,
    sign: <Cell x={7} y={0} side={12} colour={scaleColour(0.4)} isHollow />,
  },
  {
    text: 'right, %',
    width: 18,
    sign: (
      <text className="plot-key key-number" x="0" y="4">
        80
      </text>
    ),
  },
  { text: 'no answers', width: 8, sign: <EmptyCell x={4} y={0} /> },
]
