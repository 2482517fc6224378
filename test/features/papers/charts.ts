/** The charts of this feature for the goldens. */
import { createElement } from 'react'
import { Scatter } from '../../../src/features/papers/ui/scatter.tsx'

const [title, file] = ['A chart', 'chart']

const position = (share: number) => ({ share, low: share - 0.04, high: share + 0.05 })
const point = (sign: string, name: string, x: number, y: number | null) => ({
  key: name,
  kind: sign === '' ? ('published' as const) : ('measured' as const),
  name,
  sign,
  x: position(x),
  y: y === null ? null : position(y),
  href: null,
  text: '',
})

export const charts = {
  scatter: createElement(Scatter, {
    title,
    xName: 'Accuracy on diagnosis tasks, %',
    yName: 'Shortcut_Prob, %',
    points: [
      point('1', 'phantom-vlm q8', 0.44, 0.67),
      point('2', 'phantom-vlm q4 on another benchmark, with a long name', 0.41, 0.9),
      point('', 'one of a paper', 0.55, null),
    ],
    file,
  }),
}
