/** The charts of this feature for the goldens. */
import { coverageCurve, type ReliabilityBin, wilson, withIntervals } from '@voxelwise/statistics'
import { createElement } from 'react'
import { CoveragePlot } from '../../../src/features/confidence/ui/coverage-plot.tsx'
import { ReliabilityDiagram } from '../../../src/features/confidence/ui/reliability-diagram.tsx'

const title = 'A chart'
const href = () => '#'

const bin = (at: number, n: number, correct: number): ReliabilityBin => ({
  from: at / 10,
  to: (at + 1) / 10,
  n,
  correct,
  confidence: at / 10 + 0.06,
  accuracy: correct / n,
  clusters: n,
  interval: wilson(correct / n, n),
})

const answers = Array.from({ length: 60 }, (_, i) => ({
  confidence: 1 - i / 60,
  correct: i % 7 !== 3 && i < 50,
}))

const curve = withIntervals(coverageCurve(answers), answers, { of: answers.map((_, i) => i), icc: 0 })

export const charts = {
  'coverage-plot': createElement(CoveragePlot, { title, curve }),
  'reliability-diagram': createElement(ReliabilityDiagram, {
    title,
    bins: [bin(0, 3, 0), bin(4, 1200, 500), bin(9, 143_000, 140_000)],
    href,
  }),
}
