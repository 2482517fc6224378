import type { Compared, LevelChoice } from '../../app/controller/controller-api.ts'
import { levelsToQuery } from '../../app/controller/levels.ts'
import { counted } from '../../engine/base/counted.ts'
import { AccuracyLine } from '../charts/accuracy.tsx'
import { RunFacts } from '../shared/run/run-facts.tsx'
import { type CompareTab, compareHref, navigate, resultsHref } from '../state/router.ts'
import { runDifferences } from '../text/comparability.ts'
import { unaskedOf } from '../text/estimates.ts'
import { count, points, pointsInterval, pValue } from '../text/format.ts'

interface Props {
  readonly compared: Compared
  readonly tab: CompareTab
  readonly levels: LevelChoice
}

/** The runs that are compared, numbered as in every figure, each with its difference to the first. */
export function CompareRuns({ compared, tab, levels }: Props) {
  const { runs, comparison } = compared
  const ids = runs.map(({ id }) => id)
  const open = (next: readonly string[]) => navigate(compareHref(next, tab, levelsToQuery(levels)))
  return (
    <section aria-label="Runs">
      <ol className="compared">
        {runs.map((run, at) => (
          <li key={run.id}>
            <span className="run-number">{at + 1}</span>
            <div className="run-what">
              <p>
                <a href={resultsHref(run.id)}>{run.name}</a>
              </p>
              <p className="run-facts">
                <RunFacts run={run} />
              </p>
            </div>
            <div className="run-came">
              {comparison.runs[at] && (
                <AccuracyLine
                  estimate={comparison.runs[at].overall}
                  of={unaskedOf(run, comparison.runs[at].overall.n + comparison.runs[at].failed)}
                />
              )}
              <p className="run-facts">
                {at === 0 ? <span>Baseline</span> : <Difference compared={compared} at={at - 1} />}
              </p>
            </div>
            <div className="actions">
              {at > 0 && (
                <button
                  type="button"
                  className="button small"
                  aria-label={`Make baseline: ${run.name}`}
                  onClick={() => open([run.id, ...ids.filter(id => id !== run.id)])}
                >
                  Make baseline
                </button>
              )}
              <button
                type="button"
                className="button small"
                aria-label={`Take out: ${run.name}`}
                onClick={() => open(ids.filter(id => id !== run.id))}
              >
                Take out
              </button>
            </div>
          </li>
        ))}
      </ol>
      {runDifferences(compared).map(text => (
        <p key={text} className="warning">
          {text}
        </p>
      ))}
    </section>
  )
}

/** The figures of a run less the baseline, and what could not be paired. */
function Difference({ compared: { comparison }, at }: { readonly compared: Compared; readonly at: number }) {
  const against = comparison.againstBaseline[at]
  if (!against) return null
  const { overall, onlyBaseline, onlyThis, unanswered } = against
  if (overall.n === 0) return <span>No sample in common with the baseline</span>
  return (
    <>
      <span>
        <strong>{points(overall.difference)} points</strong> ({pointsInterval(overall.low, overall.high)}),
        adjusted p {pValue(overall.adjusted)} on {counted(overall.n, 'sample')} of both
      </span>
      {onlyBaseline > 0 && <span>{count(onlyBaseline)} only in the baseline</span>}
      {onlyThis > 0 && <span>{count(onlyThis)} only here</span>}
      {unanswered > 0 && <span>{count(unanswered)} failed in one of them</span>}
    </>
  )
}
