import type { Estimate } from '../../engine/analysis/report.ts'
import { counted } from '../../engine/base/counted.ts'
import { count, interval, none, percent } from '../text/format.ts'
import { Whisker } from './whisker.tsx'

interface FigureProps {
  readonly name: string
  readonly estimate: Estimate
  /** What was counted, in words. */
  readonly counted: string
}

/** A proportion as a large figure: never without its interval and n. */
export function Figure({ name, estimate, counted }: FigureProps) {
  const { n, share, low, high, part } = estimate
  return (
    <div className="figure">
      <p className="figure-name">{name}</p>
      <p className="figure-value">{n === 0 ? none : percent(share)}</p>
      <p className="figure-detail">
        {n > 0 && (
          <>
            {part?.isDrawn === false ? 'Still possible' : '95% interval'}{' '}
            <span className="keep">{interval(low, high)}</span>
            {part && ` for all ${questionsOf(part)}`}
            <br />
          </>
        )}
        {counted}
      </p>
      {n > 0 && <Whisker {...estimate} />}
    </div>
  )
}

const questionsOf = ({ of }: NonNullable<Estimate['part']>): string => counted(of, 'question')

/** An accuracy as a large figure, with how many answers were right and what guessing gives. */
export function Accuracy({
  estimate,
  name = 'Accuracy',
}: {
  readonly estimate: Estimate
  readonly name?: string
}) {
  const { n, correct, chance } = estimate
  const guess = chance === null ? '' : `; guessing gives ${percent(chance)}`
  const told = n === 0 ? 'Nothing answered yet' : `${count(correct)} of ${counted(n, 'answer')} right${guess}`
  return <Figure name={name} estimate={estimate} counted={told} />
}

interface LineProps {
  readonly estimate: Estimate
  /** How many questions there are in all, where fewer were asked: then it is an estimate, and an interval is shown that is for all. */
  readonly of?: number | null
}

/** The same for a list: "62.1% 56.6–67.3% n 312", or "62.1% n 312 of 1,560, an estimate". */
export function AccuracyLine({ estimate, of = null }: LineProps) {
  const { n, share, low, high, part } = estimate
  if (n === 0) return <span className="muted">nothing answered</span>
  return (
    <span className="accuracy-line">
      <strong>{percent(share)}</strong>{' '}
      {(of === null || part) && <span className="muted">{interval(low, high)} </span>}
      <span className="muted">
        n {count(n)}
        {of !== null && ` of ${count(of)}, an estimate`}
      </span>
    </span>
  )
}
