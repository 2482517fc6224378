import { useId, useState } from 'react'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { figure, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { stored } from '../../../ui/state/stored.ts'
import { count, date, none, points, pValue } from '../../../ui/text/format.ts'
import { type ComparedName, comparedNames, type RunDifferences } from '../engine/run-differences.ts'
import {
  type MarginClaim,
  marginClaims,
  readMargins,
  type StatedMargin,
  type TestedMargin,
  testedMargins,
} from '../engine/stated-margins.ts'
import { figureWords } from '../text/figure-words.ts'
import { differenceWords } from './difference-tables.tsx'

/** The user's margins, oldest first: for good, so that none can be made to fit a result. */
const margins = stored('voxelwise:margins', readMargins)

/** The same for the report of a comparison. */
export const keptMargins = { name: 'stated margins', all: margins.get }

export const useMargins = margins.use

const claimNames: Readonly<Record<MarginClaim, string>> = {
  'non-inferiority': 'Non-inferiority',
  equivalence: 'Equivalence',
}

/** What a claim is about. */
interface About extends Pick<StatedMargin, 'finding' | 'figure' | 'positive'> {
  readonly name: string
}

const nameOfFigure = (figure: ComparedName, finding: string): string =>
  `${figureWords[figure].name} of ${finding}`

const claimSubjects = ({ findings }: RunDifferences): readonly About[] => [
  { finding: null, figure: 'accuracy', name: 'Accuracy' },
  ...findings.flatMap(({ finding, positive, figures }) =>
    comparedNames.flatMap(name =>
      figures[name] ? [{ finding, positive, figure: name, name: nameOfFigure(name, finding) }] : [],
    ),
  ),
]

interface Props {
  readonly runs: readonly [string, string]
  readonly differences: RunDifferences
}

/** States a margin about two runs. */
export function NewMargin({ runs, differences }: Props) {
  return (
    <MarginForm
      abouts={claimSubjects(differences)}
      onState={stated =>
        margins.set([...margins.get(), { ...stated, runs, stated: new Date().toISOString() }])
      }
    />
  )
}

/** The claims that were stated of two runs, each tested; nothing without one. */
export function StatedMargins({
  stated: all,
  runs,
  differences,
}: Props & { readonly stated: readonly StatedMargin[] }) {
  const tested = testedMargins(all, runs, differences)
  if (tested.length === 0) return null
  const marginName = ({ figure: name, finding, positive }: StatedMargin): string => {
    if (name === 'accuracy') return 'Accuracy'
    const about = nameOfFigure(name, finding ?? '')
    const now = differences.findings.find(one => one.finding === finding)?.positive
    return positive === undefined || positive === now ? about : `${about} (positive: ${positive})`
  }
  return (
    <DataTable
      caption="Claims with a margin"
      columns={marginColumns(marginName)}
      rows={tested}
      rowKey={one => `${one.stated} ${one.figure} ${one.finding}`}
      savedColumns={[
        { name: 'figure', value: marginName },
        { name: 'claim', value: ({ claim }) => claim },
        { name: 'margin', value: ({ margin }) => margin },
        { name: 'stated', value: ({ stated: when }) => when },
        { name: 'n', value: ({ difference }) => difference?.n ?? null },
        { name: 'difference', value: ({ difference }) => difference?.estimate?.difference ?? null },
        { name: 'low', value: ({ difference }) => difference?.estimate?.low ?? null },
        { name: 'high', value: ({ difference }) => difference?.estimate?.high ?? null },
        { name: 'p_one_sided', value: ({ p }) => p },
        { name: 'shown', value: one => (one.p === null ? null : Number(one.isShown)) },
      ]}
      file="voxelwise-margins.csv"
    />
  )
}

const marginColumns = (marginName: (one: StatedMargin) => string): readonly TableColumn<TestedMargin>[] => [
  textColumn<TestedMargin>('figure', 'Figure', marginName),
  textColumn<TestedMargin>('claim', 'Claim', ({ claim }) => claimNames[claim]),
  figure<TestedMargin>(
    'margin',
    'Margin, points',
    ({ margin }) => margin,
    margin => points(margin).slice(1),
  ),
  textColumn<TestedMargin>('stated', 'Stated', ({ stated: when }) => date(when)),
  figure<TestedMargin>('n', 'n', ({ difference }) => difference?.n ?? null, count),
  figure<TestedMargin>('clusters', 'Clusters', ({ difference }) => difference?.clusters ?? null, count),
  {
    key: 'difference',
    name: 'Difference, points (95%)',
    isNumber: true,
    cell: ({ difference }) => (difference ? differenceWords(difference) : none),
  },
  figure<TestedMargin>('p', 'p, one-sided', ({ p }) => p, pValue),
  {
    key: 'result',
    name: 'At 5%',
    isStrong: true,
    cell: ({ p, isShown }) => (p === null ? 'no test' : isShown ? 'shown' : 'not shown'),
  },
]

interface FormProps {
  readonly abouts: readonly About[]
  readonly onState: (stated: Omit<StatedMargin, 'runs' | 'stated'>) => void
}

function MarginForm({ abouts, onState }: FormProps) {
  const [at, setAt] = useState(0)
  const [claim, setClaim] = useState<MarginClaim>('non-inferiority')
  const [typed, setTyped] = useState('5')
  const [figureId, claimId, marginId] = [useId(), useId(), useId()]
  const margin = Number(typed.replace(',', '.')) / 100
  const about = abouts[at] ?? abouts[0]
  const isValid = margin > 0 && margin < 1 && about !== undefined
  return (
    <form
      className="filters"
      onSubmit={event => {
        event.preventDefault()
        if (!isValid) return
        const { name: _, ...subject } = about
        onState({ ...subject, claim, margin })
      }}
    >
      <div className="filter">
        <label htmlFor={figureId}>Figure</label>
        <select id={figureId} value={at} onChange={event => setAt(Number(event.target.value))}>
          {abouts.map(({ name }, place) => (
            <option key={name} value={place}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="filter">
        <label htmlFor={claimId}>Claim</label>
        <select
          id={claimId}
          value={claim}
          onChange={event => setClaim(marginClaims.find(one => one === event.target.value) ?? claim)}
        >
          {marginClaims.map(one => (
            <option key={one} value={one}>
              {claimNames[one]}
            </option>
          ))}
        </select>
      </div>
      <div className="filter">
        <label htmlFor={marginId}>Margin, points</label>
        <input
          id={marginId}
          className="number"
          inputMode="decimal"
          value={typed}
          aria-invalid={!isValid}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={!isValid}>
        State the margin and test it
      </Button>
    </form>
  )
}
