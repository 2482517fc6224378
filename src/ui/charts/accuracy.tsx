import type { Interval } from '@voxelwise/statistics'
import { scaleLinear } from 'd3-scale'
import type { Unit } from '../../engine/analysis/clusters.ts'
import { type Estimate, isBare, isTooFew, isTooWide, type ShownShare } from '../../engine/analysis/shares.ts'
import { counted } from '../../engine/base/counted.ts'
import { basisWords, clusterCell, unitNote } from '../text/clusters.ts'
import { count, interval, none, percent } from '../text/format.ts'
import { constantWords, guessingWords } from '../text/rates.ts'
import { shareScale } from './kit/scale.ts'

interface FigureProps {
  readonly name: string
  readonly estimate: ShownShare
  /** The counts, in words. */
  readonly counted: string
  /** What it is to be compared with, drawn on its axis. */
  readonly reference?: number | null
}

/** A proportion as a large figure: never without its interval and n. */
export function Figure({ name, estimate, counted, reference = null }: FigureProps) {
  const { n, share, low, high, part, basis, similar } = estimate
  const hasInterval = n > 0 && !isBare(estimate)
  return (
    <div className="lines figure">
      <p className="muted">{name}</p>
      <p className="figure-value">{n === 0 ? none : percent(share)}</p>
      <p className="figure-detail">
        {hasInterval && (
          <>
            {isTooFew(estimate) ? (
              'Too few answers for an interval'
            ) : (
              <>
                {part?.isDrawn === false ? 'Range still possible' : '95% interval'}{' '}
                <span className="keep">{interval(low, high)}</span>
              </>
            )}
            {part &&
              ` on this ${part.isSelection ? 'selection' : 'benchmark'}, for all ${questionWords(part)}`}
            {!part && basis && ` ${others[basis.unit]}`}
            <br />
          </>
        )}
        {n > 0 && similar && (
          <>
            {isTooWide(similar) ? (
              'Too few answers for an interval'
            ) : (
              <>
                95% interval <span className="keep">{interval(similar.low, similar.high)}</span>
              </>
            )}{' '}
            {others[basis?.unit ?? 'image']}
            <br />
          </>
        )}
        {counted}
        {n > 0 && basis && !part && (
          <>
            <br />
            <span title={unitNote[basis.unit]}>{basisWords(n, basis)}</span>
          </>
        )}
      </p>
      {n > 0 && <Whisker {...estimate} reference={reference} />}
    </div>
  )
}

/** What an interval for more than this benchmark speaks of. */
const others = {
  image: 'for other images',
  group: 'for other groups',
  question: 'for other questions',
} as const satisfies Readonly<Record<Unit, string>>

const tooFew = 'too few answers'

const questionWords = ({ of }: NonNullable<Estimate['part']>): string => counted(of, 'question')

/** An accuracy as a large figure, with how many answers were right and what guessing gives. */
export function Accuracy({
  estimate,
  name = 'Accuracy',
}: {
  readonly estimate: Estimate
  readonly name?: string
}) {
  const { n, correct } = estimate
  const words = guessingWords(estimate)
  const guess = words === '' ? '' : `; ${words}`
  const summary =
    n === 0 ? 'Nothing answered yet' : `${count(correct)} of ${counted(n, 'answer')} right${guess}`
  return <Figure name={name} estimate={estimate} counted={summary} />
}

interface LineProps {
  readonly estimate: Estimate
  /** How many questions there are in all, where fewer were asked: then it is an estimate, and an interval is shown that is for all. */
  readonly of?: number | null
}

/** The same for a list: "62.1% 56.6–67.3%, n 312", or "62.1% n 312 of 1,560, an estimate". */
export function AccuracyLine({ estimate, of = null }: LineProps) {
  const { n, share, low, high, part } = estimate
  if (n === 0) return <span className="muted">nothing answered</span>
  return (
    <span className="accuracy-line">
      <strong>{percent(share)}</strong>{' '}
      {!isBare(estimate) && (of === null || part) && (
        <span className="muted">{isTooFew(estimate) ? tooFew : interval(low, high)}, </span>
      )}
      <span className="muted">
        n {count(n)}
        {of !== null && ` of ${count(of)}, an estimate`}
      </span>
    </span>
  )
}

/** An estimate in one line: share, interval, n, guessing rate. */
export function estimateText(estimate: Estimate): string {
  const { n, correct, share, low, high, constant, part, basis } = estimate
  if (n === 0) return 'nothing answered yet'
  const guess = [guessingWords(estimate), constant ? constantWords(constant) : '']
    .map(words => (words === '' ? '' : `, ${words}`))
    .join('')
  const what = part?.isDrawn === false ? 'range still possible' : '95% interval'
  const whole = part ? ` for all ${count(part.of)}` : ''
  const range = isBare(estimate)
    ? ''
    : isTooFew(estimate)
      ? `, ${tooFew}`
      : `, ${what} ${interval(low, high)}${whole}`
  const on = basis && basis.unit !== 'question' ? ` (${clusterCell(basis)})` : ''
  return `${percent(share)}${range}, ${count(correct)} of ${counted(n, 'answer')} right${on}${guess}`
}

const width = 160
const height = 20
const x = shareScale([4, width - 4])

/** A proportion as a dot, its interval as a whisker if it is shown in words too, chance as a dashed line, the most frequent answer as a dotted one, a reference as a solid one; the scale is 0 to 100 %. */
export function Whisker(estimate: ShownShare & { readonly reference?: number | null }) {
  const { share, low, high, chance, majority, n, reference = null } = estimate
  return (
    <svg className="whisker" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path className="whisker-scale" d={`M${x(0)} 10H${x(1)}`} />
      {x.ticks(2).map(at => (
        <path key={at} className="whisker-scale" d={`M${x(at)} 7V13`} />
      ))}
      {chance !== null && <path className="whisker-chance" d={`M${x(chance)} 1V19`} />}
      {majority !== undefined && <path className="whisker-majority" d={`M${x(majority)} 1V19`} />}
      {reference !== null && <path className="whisker-reference" d={`M${x(reference)} 1V19`} />}
      {n > 0 && (
        <>
          {!isBare(estimate) && !isTooFew(estimate) && (
            <path className="whisker-line" d={`M${x(low)} 6.5v7M${x(low)} 10H${x(high)}M${x(high)} 6.5v7`} />
          )}
          <circle className="whisker-dot" cx={x(share)} cy="10" r="3" />
        </>
      )}
    </svg>
  )
}

const gapX = scaleLinear([-1, 1], [4, width - 4])

/** A difference as a dot with its interval; the scale is −100 to 100 points, with a line at no difference. */
export function GapWhisker({ difference, low, high }: Interval & { readonly difference: number }) {
  return (
    <svg className="whisker" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path className="whisker-scale" d={`M${gapX(-1)} 10H${gapX(1)}`} />
      <path className="whisker-chance" d={`M${gapX(0)} 1V19`} />
      <path
        className="whisker-line"
        d={`M${gapX(low)} 6.5v7M${gapX(low)} 10H${gapX(high)}M${gapX(high)} 6.5v7`}
      />
      <circle className="whisker-dot" cx={gapX(difference)} cy="10" r="3" />
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
