import type { Compared, ComparisonFacts } from '../../app/controller/report-facts.ts'
import type { Estimate } from '../../engine/analysis/shares.ts'
import { counted } from '../../engine/base/counted.ts'
import { windowOfRun } from '../../engine/protocol/setting-texts.ts'
import { windowWords } from '../../engine/protocol/window-words.ts'
import { AccuracyLine } from '../charts/accuracy.tsx'
import { SmallButton } from '../shared/controls/button.tsx'
import { PageLink, PageOnly } from '../shared/controls/page-link.tsx'
import { RunFacts } from '../shared/run/run-facts.tsx'
import { compareHref, navigate, parseRoute, resultsHref } from '../state/router.ts'
import { copyWords, runDifferences } from '../text/comparability.ts'
import { wholeSize } from '../text/estimates.ts'
import { count, points, pointsInterval, pValue } from '../text/format.ts'
import { constantWords, guessingWords } from '../text/rates.ts'
import { choiceSentences } from '../text/which-run.ts'

/** The runs that are compared, numbered as in every figure, each with its difference to the first. */
export function CompareRuns({ compared, levels }: ComparisonFacts) {
  const { runs, comparison } = compared
  return (
    <section aria-label="Runs">
      <Choice compared={compared} />
      <ol className="compared">
        {runs.map((run, at) => (
          <RunCompared key={run.id} {...{ compared, levels, run, at }} />
        ))}
      </ol>
      {comparison.ties && (
        <p className="muted">
          Runs that share a letter are not found different: sign-flip tests over clusters, adjusted by Holm’s
          method over {counted(comparison.ties.pairs, 'pair')}.
        </p>
      )}
      {copyWords(comparison).map(text => (
        <p key={text} className="warning">
          {text}
        </p>
      ))}
      {runDifferences(compared).map(text => (
        <p key={text} className="warning">
          {text}
        </p>
      ))}
    </section>
  )
}

interface RunProps extends ComparisonFacts {
  readonly run: Compared['runs'][number]
  /** Its place among the runs, from 0. */
  readonly at: number
}

/** One of the runs: what it is, its accuracy, and its difference to the first. */
function RunCompared({ compared, levels, run, at }: RunProps) {
  const { runs, comparison } = compared
  const ids = runs.map(({ id }) => id)
  const haveWindows = new Set(runs.map(windowOfRun)).size > 1
  const open = (next: readonly string[]) => {
    const route = parseRoute(location.hash)
    const tab = route.view === 'compare' ? route.tab : undefined
    navigate(compareHref(next, tab, levels))
  }
  return (
    <li>
      <span className="run-number">{at + 1}</span>
      <div className="run-what">
        <p>
          <PageLink href={resultsHref(run.id)}>{run.name}</PageLink>
        </p>
        <p className="note words">
          <RunFacts run={run} />
          {haveWindows && <span>Window: {windowWords(windowOfRun(run))}</span>}
        </p>
      </div>
      <div className="run-came">
        {comparison.runs[at] && (
          <AccuracyLine
            estimate={comparison.runs[at].overall}
            of={wholeSize(run, comparison.runs[at].overall.n + comparison.runs[at].failed)}
          />
        )}
        <p className="note words">
          <Baselines overall={comparison.runs[at]?.overall} />
          {at === 0 ? <span>Baseline</span> : <Difference compared={compared} at={at - 1} />}
          {comparison.ties && <span>Group {comparison.ties.letters[at]}</span>}
          <Missing compared={compared} at={at} />
        </p>
      </div>
      <PageOnly>
        <div className="actions">
          {at > 0 && (
            <SmallButton
              aria-label={`Make baseline: ${run.name}`}
              onClick={() => open([run.id, ...ids.filter(id => id !== run.id)])}
            >
              Make baseline
            </SmallButton>
          )}
          <SmallButton
            aria-label={`Remove: ${run.name}`}
            onClick={() => open(ids.filter(id => id !== run.id))}
          >
            Remove
          </SmallButton>
        </div>
      </PageOnly>
    </li>
  )
}

/** The difference of two runs, what each costs, and which to use for what. */
function Choice({ compared }: { readonly compared: Compared }) {
  const [first, ...others] = choiceSentences(compared)
  if (first === undefined) return null
  return (
    <div className="choice">
      <p>
        <strong>{first}</strong>
      </p>
      <p>{others.join(' ')}</p>
    </div>
  )
}

/** What needs no image would score on the same questions, and whether the run gives one answer to everything. */
function Baselines({ overall }: { readonly overall: Estimate | undefined }) {
  if (!overall || overall.n === 0) return null
  const words = guessingWords(overall)
  return (
    <>
      {words !== '' && <span>{words.charAt(0).toUpperCase() + words.slice(1)}</span>}
      {overall.constant && <span>{constantWords(overall.constant)}</span>}
    </>
  )
}

interface AtProps {
  readonly compared: Compared
  readonly at: number
}

/** A run's figures minus the baseline's, and what could not be paired. */
function Difference({ compared: { comparison }, at }: AtProps) {
  const against = comparison.againstBaseline[at]
  if (!against) return null
  const { overall, onlyBaseline, onlyThis, unanswered } = against
  if (overall.n === 0) return <span>No sample in common with the baseline</span>
  return (
    <>
      <span>
        <strong>{points(overall.difference)} points</strong> ({pointsInterval(overall.low, overall.high)}),
        adjusted p {pValue(overall.adjusted)} on {counted(overall.n, 'shared sample')}
      </span>
      {onlyBaseline > 0 && <span>{count(onlyBaseline)} only in the baseline</span>}
      {onlyThis > 0 && <span>{count(onlyThis)} only in this run</span>}
      {unanswered > 0 && <span>{count(unanswered)} failed in one of them</span>}
    </>
  )
}

/** What enters no figure of a run. */
function Missing({ compared: { runs, comparison }, at }: AtProps) {
  const [run, figures] = [runs[at], comparison.runs[at]]
  if (!run || !figures) return null
  const open = run.total - figures.overall.n - figures.failed
  return (
    <>
      {figures.failed > 0 && <span>{counted(figures.failed, 'question')} failed</span>}
      {open > 0 && <span>{counted(open, 'question')} not asked</span>}
    </>
  )
}
