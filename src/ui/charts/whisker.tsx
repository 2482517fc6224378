import type { Estimate } from '../../engine/analysis/report.ts'
import { shareScale } from './kit/scale.ts'

const width = 160
const height = 20
const x = shareScale([4, width - 4])

/** A proportion as a dot, its interval as a whisker, chance as a dashed line; the scale is 0 to 100 %. */
export function Whisker({ share, low, high, chance, n }: Estimate) {
  return (
    <svg className="whisker" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path className="whisker-scale" d={`M${x(0)} 10H${x(1)}`} />
      {x.ticks(2).map(at => (
        <path key={at} className="whisker-scale" d={`M${x(at)} 7V13`} />
      ))}
      {chance !== null && <path className="whisker-chance" d={`M${x(chance)} 1V19`} />}
      {n > 0 && (
        <>
          <path className="whisker-line" d={`M${x(low)} 6.5v7M${x(low)} 10H${x(high)}M${x(high)} 6.5v7`} />
          <circle className="whisker-dot" cx={x(share)} cy="10" r="3" />
        </>
      )}
    </svg>
  )
}

/** The whisker's scale, for the head of its column. */
export function WhiskerScale() {
  return (
    <span className="whisker-head">
      <span>0</span>
      <span>50</span>
      <span>100%</span>
    </span>
  )
}
