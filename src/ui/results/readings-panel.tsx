import type { Counted, Readings } from '../../engine/analysis/readings.ts'
import { counted } from '../../engine/base/counted.ts'
import { DataTable } from '../shared/table/data-table.tsx'
import { resultsHref } from '../state/router.ts'
import { count, percent } from '../text/format.ts'
import { kindNames } from '../text/protocol-choices.ts'
import { SliceTable } from './slice-table.tsx'

interface Props {
  readonly run: string
  readonly readings: Readings
}

/** How many answers could not be read, which count as wrong; nothing where all were. */
export function UnparsedNote({ run, readings: { unparsed, originals } }: Props) {
  if (unparsed === 0) return null
  return (
    <div className="warning">
      <p>{counted(unparsed, 'answer')} unparsed: counted wrong, never guessed.</p>
      <ul>
        {originals.map(([original, n]) => (
          <li key={original}>
            <a href={resultsHref(run, 'samples', { field: 'not read because', value: original })}>
              {count(n)}
            </a>
            : {original}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Accuracy by kind of question, the rules that read the answers, and the figures of answers in words. */
export function ReadingsTables({ run, readings: { kinds, rules, text } }: Props) {
  const slices = kinds.map(({ kind, ...estimate }) => ({ label: kindNames[kind], ...estimate }))
  const kindOf = new Map(kinds.map(({ kind }) => [kindNames[kind], kind]))
  return (
    <>
      {kinds.length > 1 && (
        <SliceTable
          title="By kind of answer"
          axis="Answered"
          slices={slices}
          href={name => resultsHref(run, 'samples', { field: 'kind', value: kindOf.get(name) ?? name })}
        />
      )}
      {rules.length > 0 && <RulesTable run={run} rules={rules} />}
      {text && (
        <section className="slices" aria-labelledby="text-figures">
          <h3 id="text-figures">Answers in words</h3>
          <DataTable
            caption={`Figures of ${counted(text.n, 'answer')} in words`}
            columns={[
              { key: 'name', name: 'Figure, by whose rule', cell: ({ name }) => name },
              { key: 'share', name: '0 to 100%', isNumber: true, cell: ({ share }) => percent(share) },
            ]}
            rows={text.figures}
            keyOf={({ id }) => id}
            savedColumns={[
              { name: 'figure', value: ({ id }) => id },
              { name: 'share', value: ({ share }) => share },
              { name: 'n', value: () => text.n },
            ]}
            file="voxelwise-text-figures.csv"
          />
        </section>
      )}
    </>
  )
}

function RulesTable({ run, rules }: { readonly run: string; readonly rules: Counted }) {
  const rows = rules.map(([rule, n]) => ({ rule, n }))
  return (
    <section className="slices" aria-labelledby="reading-rules">
      <h3 id="reading-rules">How answers were read</h3>
      <DataTable
        caption="Answers by the rule that read them"
        columns={[
          {
            key: 'rule',
            name: 'Rule',
            cell: ({ rule }) => (
              <a href={resultsHref(run, 'samples', { field: 'read by', value: rule })}>{rule}</a>
            ),
          },
          { key: 'n', name: 'Answers', isNumber: true, cell: ({ n }) => count(n) },
        ]}
        rows={rows}
        keyOf={({ rule }) => rule}
        savedColumns={[
          { name: 'rule', value: ({ rule }) => rule },
          { name: 'answers', value: ({ n }) => n },
        ]}
        file="voxelwise-reading-rules.csv"
      />
    </section>
  )
}
