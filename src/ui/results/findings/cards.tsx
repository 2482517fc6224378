import { useMemo } from 'react'
import { isBare, isTooFew } from '../../../engine/analysis/shares.ts'
import { GapWhisker, Whisker } from '../../charts/accuracy.tsx'
import { usePaper } from '../../hooks/paper.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { featureCards } from '../../seams.ts'
import { Awaited } from '../../shared/controls/error-box.tsx'
import { MethodsNote, PageLink } from '../../shared/controls/page-link.tsx'
import { Thumbnail } from '../../shared/sample/thumbnail.tsx'
import { resultsHref } from '../../state/router.ts'
import { drawnBaselines, findingMethods, hasTests } from '../../text/findings.ts'
import { count, interval, percent, points, pointsInterval } from '../../text/format.ts'
import { guessingWords } from '../../text/rates.ts'
import type { TabProps } from '../tab-props.ts'
import { type CardFacts, type FindingCard, findingCards } from './finding-cards.ts'
import type { FindingLine } from './finding-lines.ts'

/** Lines drawn on a card; the tab that its link names has them all. */
const few = 5

/** What can be stated about a run: a card for each question of a reader, the weightiest first. */
export function FindingCards(facts: CardFacts) {
  const { run, rows, overview, findings, probes, levels, samples } = facts
  const cards = useMemo(
    () =>
      findingCards(
        { run, rows, overview, findings, probes, levels, ...(samples && { samples }) },
        featureCards,
      ),
    [run, rows, overview, findings, probes, levels, samples],
  )
  return (
    <ol className="finding-cards">
      {cards.map(card => (
        <li key={card.id} data-shown={card.isShown}>
          <Card run={run.id} card={card} />
        </li>
      ))}
    </ol>
  )
}

/** The cards of a run that is open; its passes and its previous run are read for them. */
export function RunFindings({ results: { run, rows, overview }, levels }: Omit<TabProps, 'query'>) {
  const controller = useController()
  const search = useAsync(
    `findings of ${run.id}, ${rows.length} rows, levels ${JSON.stringify(levels)}`,
    () => controller.findings(run.id, levels),
  )
  return (
    <section className="stack whole" aria-label="Findings">
      <Awaited of={search} doing="Looking for findings…" />
      {search.status === 'ready' && (
        <>
          <FindingCards {...{ run, rows, overview, levels }} {...search.value} />
          {hasTests(search.value.findings) && (
            <MethodsNote>
              {drawnBaselines} {findingMethods}
            </MethodsNote>
          )}
        </>
      )}
    </section>
  )
}

interface Props {
  readonly run: string
  readonly card: FindingCard
}

function Card({ run, card: { title, sentences, lines, caption, samples, link } }: Props) {
  const [first, ...others] = sentences
  const isPaper = usePaper()
  return (
    <>
      <h3>{title}</h3>
      <p className="finding">{first}</p>
      {others.length > 0 && <p className="muted">{others.join(' ')}</p>}
      {caption && <p className="muted">{caption}</p>}
      {lines.length > 0 && (
        <ul className="finding-lines">
          {lines.slice(0, few).map(line => (
            <Line key={line.label} {...line} />
          ))}
        </ul>
      )}
      {lines.length > few && <p className="muted">And {count(lines.length - few)} more.</p>}
      {!isPaper && samples.length > 0 && (
        <div className="row finding-samples">
          {samples.map(({ index, id, image }) => (
            <a
              key={index}
              href={resultsHref(run, 'samples', { sample: String(index) })}
              aria-label={`Sample ${id}`}
            >
              <Thumbnail run={run} path={image} />
            </a>
          ))}
        </div>
      )}
      {!isPaper && link && (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      )}
    </>
  )
}

function Line({ label, href, share, gap }: FindingLine) {
  return (
    <li>
      <PageLink href={href}>{label}</PageLink>
      {gap ? <GapWhisker {...gap} /> : <Whisker {...share} />}
      <span className="note">{gap ? gapWords(gap) : shareWords(share)}</span>
    </li>
  )
}

/** "62.1% (56.6–67.3%), n 312; guessing 25.0%"; without an interval where there is none, or too few answers for one. */
function shareWords(share: NonNullable<FindingLine['share']>): string {
  const guess = guessingWords(share)
  const hasInterval = !isBare(share) && !isTooFew(share)
  const range = hasInterval ? ` (${interval(share.low, share.high)})` : ''
  return `${percent(share.share)}${range}, n ${count(share.n)}${guess === '' ? '' : `; ${guess}`}`
}

/** "−3.2 points (−5.0 to −1.4), n 312". */
const gapWords = ({ difference, low, high, n }: NonNullable<FindingLine['gap']>): string =>
  `${points(difference)} points (${pointsInterval(low, high)}), n ${count(n)}`
