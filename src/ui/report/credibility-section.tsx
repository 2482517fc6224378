import { Fragment } from 'react'
import type { ReportFacts } from '../../app/controller/report-facts.ts'
import type { GroupRates } from '../../engine/analysis/chains.ts'
import { counted } from '../../engine/base/counted.ts'
import { axes } from '../../engine/protocol/sample.ts'
import type { ClusteredRates } from '../../engine/statistics/bootstrap.ts'
import { ChainFlow } from '../charts/chain-flow.tsx'
import { Whisker } from '../charts/whisker.tsx'
import { byNames } from '../compare/compare-rows.ts'
import { RatePlot, type RateRow } from '../results/shortcuts/rate-plot.tsx'
import { ShortcutGroups } from '../results/shortcuts/shortcut-groups.tsx'
import { wholeRatesWords } from '../text/estimates.ts'
import { count, interval, label, none, percent } from '../text/format.ts'
import { type RateKey, rateNames, rates } from '../text/rates.ts'
import { LevelTable } from './level-table.tsx'
import { nowhere } from './nowhere.ts'
import { type ReportColumn, ReportTable } from './report-table.tsx'

interface Line {
  readonly label: string
  readonly rates: ClusteredRates
}

/** Whether right diagnoses rest on right perception, with the levels that the tasks were given. */
export function CredibilitySection({ facts: { credibility, levels } }: { readonly facts: ReportFacts }) {
  const { overall, whole, groups } = credibility
  return (
    <section aria-labelledby="credibility">
      <h2 id="credibility">Shortcut chains</h2>
      <p>
        {overall.links === 0
          ? 'No image of this run has both a diagnosis question and a perception question: there are no links, and no rates.'
          : `${counted(overall.links, 'link')} of a diagnosis with a perception of the same image, on ${counted(overall.images, 'image')}.`}
      </p>
      {overall.links > 0 && (
        <>
          <ShortcutGroups counts={overall.counts} />
          <ChainFlow counts={overall.counts} href={nowhere} />
          <ReportTable caption="The three rates over all links" columns={rateColumns(overall)} rows={rates} />
          {whole !== null && <p>{wholeRatesWords(whole)}</p>}
          {axes.map(axis => (
            <Fragment key={axis}>
              <h3>By {byNames[axis].toLowerCase()} of the diagnosis</h3>
              {rates
                .filter(rate => overall[rate].n > 0)
                .map(rate => (
                  <RatePlot
                    key={rate}
                    title={`${rateNames[rate].name} by ${byNames[axis].toLowerCase()} of the diagnosis`}
                    rows={rateRows(overall, groups[axis], rate)}
                    href={nowhere}
                    file=""
                  />
                ))}
              <ReportTable
                caption={`Rates by ${byNames[axis].toLowerCase()} of the diagnosis`}
                columns={groupColumns(byNames[axis])}
                rows={groups[axis].map(group => ({ label: group.label, rates: group }))}
              />
            </Fragment>
          ))}
        </>
      )}
      <LevelTable levels={credibility.levels} choice={levels} />
    </section>
  )
}

const rateRows = (
  overall: ClusteredRates,
  groups: readonly GroupRates[],
  rate: RateKey,
): readonly RateRow[] => [
  { key: 'all', label: 'All diagnoses', share: overall[rate], images: overall.images },
  ...groups.map(group => ({
    key: `=${group.label}`,
    label: label(group.label),
    share: group[rate],
    images: group.images,
  })),
]

const rateColumns = (of: ClusteredRates): readonly ReportColumn<RateKey>[] => [
  { name: 'Rate', cell: key => `${rateNames[key].name} = ${rateNames[key].formula}` },
  { name: 'Links', isNumber: true, cell: key => `${count(of[key].correct)} of ${count(of[key].n)}` },
  { name: 'Share', isNumber: true, cell: key => <strong>{shareOf(of, key)}</strong> },
  { name: '95% interval', isNumber: true, cell: key => intervalOf(of, key) },
  {
    name: '0 to 100%',
    cell: key => <Whisker {...of[key]} chance={null} />,
  },
]

const groupColumns = (axis: string): readonly ReportColumn<Line>[] => [
  { name: axis, cell: line => label(line.label) },
  { name: 'Images', isNumber: true, cell: line => count(line.rates.images) },
  { name: 'Links', isNumber: true, cell: line => count(line.rates.links) },
  ...rates.map(
    (key): ReportColumn<Line> => ({
      name: `${rateNames[key].name}, 95% interval`,
      isNumber: true,
      cell: line => (
        <>
          <strong>{shareOf(line.rates, key)}</strong> {line.rates[key].n > 0 && intervalOf(line.rates, key)}
        </>
      ),
    }),
  ),
]

const shareOf = (of: ClusteredRates, key: RateKey) => (of[key].n === 0 ? none : percent(of[key].share))

const marks = { bootstrap: '', wilson: ' (Wilson)', sequence: '' } as const

function intervalOf(of: ClusteredRates, key: RateKey): string {
  const { n, low, high, method } = of[key]
  return n === 0 ? none : `${interval(low, high)}${marks[method]}`
}
