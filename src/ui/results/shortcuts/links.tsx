import { defaultResamples, defaultSeed, type LinkCounts, priorIcc } from '@voxelwise/statistics'
import { scaleSqrt } from 'd3-scale'
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { counted } from '../../../engine/base/counted.ts'
import { Figure } from '../../charts/accuracy.tsx'
import { ChainFlow } from '../../charts/chain-flow.tsx'
import { MethodsNote, PageOnly } from '../../shared/controls/page-link.tsx'
import { SaveCsv } from '../../shared/table/save-csv.tsx'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import { Table, type TableColumn } from '../../shared/table/table.tsx'
import { wholeRatesWords } from '../../text/estimates.ts'
import { count } from '../../text/format.ts'
import { constantDiagnosesWords, gapWords, rateNames, rates, referenceWords } from '../../text/rates.ts'
import { chainsHref } from './chains-href.ts'

const side = 72

const rows = [
  {
    name: 'Perception right',
    right: { group: 'A', meaning: 'Both right' },
    wrong: { group: 'B', meaning: 'Only the perception right' },
  },
  {
    name: 'Perception wrong',
    right: { group: 'D', meaning: 'Shortcut: only the diagnosis right' },
    wrong: { group: 'C', meaning: 'Both wrong' },
  },
] as const

type Row = (typeof rows)[number]

/** The four groups of links as a two-by-two table; the area of a square is its number of links. */
export function ShortcutGroups({ counts }: { readonly counts: LinkCounts }) {
  const { A, B, C, D } = counts
  const length = scaleSqrt([0, Math.max(1, A, B, C, D)], [0, side])
  const cell = ({ group, meaning }: Row['right' | 'wrong']) => (
    <div className="group" data-group={group}>
      <svg viewBox={`0 0 ${side} ${side}`} aria-hidden="true" focusable="false">
        <rect width={length(counts[group])} height={length(counts[group])} />
      </svg>
      <div>
        <p className="group-count">
          <span className="group-letter">{group}</span> {count(counts[group])}
        </p>
        <p className="group-meaning">{meaning}</p>
      </div>
    </div>
  )
  const columns: readonly TableColumn<Row>[] = [
    { key: 'perception', name: '', cell: ({ name }) => name },
    { key: 'right', name: 'Diagnosis right', cell: ({ right }) => cell(right) },
    { key: 'wrong', name: 'Diagnosis wrong', cell: ({ wrong }) => cell(wrong) },
  ]
  return (
    <Table
      className="groups"
      caption="Links by correctness of diagnosis and perception"
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
    />
  )
}

/** The task levels that classify a run's diagnoses. */
export type ShortcutFacts = Pick<ReportFacts, 'run' | 'levels' | 'credibility'>

/** What links are, and how many there are. */
export function LinksIntro(facts: ShortcutFacts) {
  const { links, images } = facts.credibility.overall
  const chains = chainsHref(facts.run.id, facts.levels)
  return (
    <p className="prose">
      A shortcut is a right diagnosis on an image that the model misread. A link pairs a diagnosis question
      with a perception question on the same image.{' '}
      {links === 0
        ? 'No image of this run has both, so there are no links.'
        : `This run has ${counted(links, 'link')} on ${counted(images, 'image')}.`}{' '}
      {chains !== null && (
        <PageOnly>
          <a href={chains}>See every chain</a>
        </PageOnly>
      )}
    </p>
  )
}

/** The four groups of links, as a flow and as a table of two by two. */
export function LinkGroups(facts: ShortcutFacts) {
  const { counts } = facts.credibility.overall
  return (
    <div className="flow-grid">
      <ChainFlow counts={counts} href={group => chainsHref(facts.run.id, facts.levels, { group })} />
      <div className="stack">
        <ShortcutGroups counts={counts} />
        <div className="actions">
          <SaveCsv columns={groupColumns} rows={Object.entries(counts)} file="voxelwise-groups.csv" />
        </div>
      </div>
    </div>
  )
}

const groupColumns: readonly SavedColumn<readonly [string, number]>[] = [
  { name: 'group', value: ([group]) => group },
  { name: 'links', value: ([, links]) => links },
]

/** The three rates over all links. */
export function Rates({
  run,
  credibility: { overall, varying, whole, groups },
}: Pick<ShortcutFacts, 'run' | 'credibility'>) {
  const always = constantDiagnosesWords(groups.task)
  return (
    <>
      <div className="rates">
        {rates.map(key => {
          const { name, formula, meaning } = rateNames[key]
          const rate = overall[key]
          return (
            <Figure
              key={key}
              name={`${name} = ${formula}`}
              estimate={{
                ...rate,
                chance: key === 'shortcut' ? overall.guessing : null,
                ...(whole !== null && {
                  part: { of: whole, isDrawn: true, ...(run.settings.only && { isSelection: true }) },
                }),
              }}
              reference={key === 'shortcut' && overall.grounded.n > 0 ? overall.grounded.share : null}
              counted={
                rate.n === 0
                  ? `No such links. The official tool writes ${rate.share}.`
                  : `${count(rate.correct)} of ${count(rate.n)} ${meaning}`
              }
            />
          )
        })}
      </div>
      {always !== '' && <p className="prose">{always}</p>}
      {varying.shortcut.n > 0 && (
        <p className="prose">
          {referenceWords(varying)} {gapWords(varying.gap)}
        </p>
      )}
      {whole !== null && <p className="prose">{wholeRatesWords(whole)}</p>}
      <MethodsNote>
        {whole !== null && 'For rates by label, over the images asked so far: '}Links on the same image are
        correlated, so images count, not links. Where the data set names groups of images, groups count. The
        rates with wrong and with right perception have Korn–Graubard intervals with a correlation of{' '}
        {priorIcc}, their difference a MOVER interval. The other rates have percentiles of{' '}
        {count(defaultResamples)} bootstrap resamples, seed {defaultSeed}. Where all resamples agree, the
        interval is Korn–Graubard’s.
      </MethodsNote>
    </>
  )
}
