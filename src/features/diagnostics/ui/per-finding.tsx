import { useMemo } from 'react'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import { useLast } from '../../../ui/hooks/use-async.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { FilterSelect, QuerySelect } from '../../../ui/shared/controls/query-select.tsx'
import { SearchField } from '../../../ui/shared/controls/search-field.tsx'
import { Sections } from '../../../ui/shared/sections.tsx'
import { fieldName } from '../../../ui/text/voxels.ts'
import { reportedFindings } from '../app/reported-findings.ts'
import { type DetailOptions, usualDetail } from '../engine/detail-options.ts'
import type { DiagnosticsReport } from '../engine/diagnostics-report.ts'
import { fewestAnswers } from '../engine/finding-answers.ts'
import { flowWords } from './finding-detail.tsx'
import { perFinding } from './per-finding-view.tsx'

/** What the address chooses. */
interface Chosen {
  readonly by: string | null
  readonly finding: string | null
  readonly options: DetailOptions
}

/** "12.5" percent as a share; null unless it lies between 0 and 100. */
function shareIn(query: URLSearchParams, parameter: string): number | null {
  const text = query.get(parameter)?.replace('%', '').trim() ?? ''
  const share = text === '' ? Number.NaN : Number(text.replace(',', '.')) / 100
  return share > 0 && share < 1 ? share : null
}

function seedIn(query: URLSearchParams): number {
  const seed = Number(query.get('split') ?? usualDetail.seed)
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : usualDetail.seed
}

const chosenIn = (query: URLSearchParams): Chosen => ({
  by: query.get('named-by'),
  finding: query.get('of'),
  options: {
    prevalence: shareIn(query, 'prevalence'),
    sensitivity: shareIn(query, 'sensitivity') ?? usualDetail.sensitivity,
    seed: seedIn(query),
  },
})

/** The figures that radiology reports, of each finding. */
export function PerFindingTab({ results, query }: TabProps) {
  const { run, rows } = results
  const chosen = useMemo(() => chosenIn(query), [query])
  const positive = useApp(({ runs }) => runs?.find(one => one.run.id === run.id)?.run.positive) ?? null
  const input = {
    run: run.id,
    by: chosen.by === null ? null : { name: chosen.by, cut: { parts: 4 } },
  }
  const report = useLast(useFact('diagnostics', input, figuresVersion(rows.length, positive)))
  return (
    <>
      <h2>{perFinding.name}</h2>
      <Awaited of={report} doing="Computing the figures…" />
      {report.status === 'ready' && (
        <Found {...{ results, query, chosen, positive, input }} report={report.value} />
      )}
    </>
  )
}

interface FoundProps extends Pick<TabProps, 'results' | 'query'> {
  readonly chosen: Chosen
  /** The stored choice. */
  readonly positive: string | null
  readonly report: DiagnosticsReport
  readonly input: {
    readonly run: string
    readonly by: { readonly name: string; readonly cut: { readonly parts: number } } | null
  }
}

function Found({ results: { run, rows, overview }, query, chosen, positive, report, input }: FoundProps) {
  const { findings } = report
  const shown = findings.find(({ finding }) => finding === chosen.finding) ?? findings[0]
  const { options } = chosen
  const wanted = { ...input, findings: shown ? [shown.finding] : [], options }
  const detail = useLast(useFact('findingDetail', wanted, figuresVersion(rows.length, positive)))
  const choice = (
    <FindingsChoice {...{ run, report, positive }} fields={overview.fields} by={chosen.by ?? ''} />
  )
  if (!shown)
    return (
      <>
        {choice}
        <p className="prose">
          This run has no finding. A finding needs {fewestAnswers} answers or more and two different right
          answers. Choose the field that names it.
        </p>
        <p className="muted">{flowWords(report.flow)}</p>
      </>
    )
  return (
    <>
      <p className="muted">
        {flowWords(report.flow)}
        {positive !== null && ` The positive answer “${positive}” is stored with the run.`}
      </p>
      <Sections
        of={perFinding}
        facts={{
          ...{ run, kept: keptQuery(query) },
          added: new Map([
            [reportedFindings.name, { report, details: detail.status === 'ready' ? detail.value : [] }],
          ]),
        }}
        chosen={query}
        controls={{
          'all-findings': choice,
          finding: <FindingChoice {...{ findings, query }} shown={shown.finding} />,
          thresholds: <ThresholdChoice query={query} />,
        }}
      />
      {detail.status === 'failed' && <Awaited of={detail} doing="Computing the figures…" />}
    </>
  )
}

interface FindingsChoiceProps {
  readonly run: { readonly id: string }
  readonly report: DiagnosticsReport
  readonly positive: string | null
  /** Fields of the samples. */
  readonly fields: readonly string[]
  /** The field that names findings; empty where the rule does. */
  readonly by: string
}

/** What a finding is, and which of its answers is the positive one. */
function FindingsChoice({ run, report, positive, fields, by }: FindingsChoiceProps) {
  const controller = useController()
  return (
    <search className="filters" aria-label="Findings">
      <QuerySelect
        label="One finding is"
        name="named-by"
        value={by}
        choices={[
          ['', 'a question’s text, or a task'],
          ...fields.map(name => [name, fieldName(name)] as const),
        ]}
        resets={['of']}
      />
      <FilterSelect
        label="Positive answer"
        value={positive ?? ''}
        choices={[['', 'By the rule'], ...choosableAnswers(report, positive).map(one => [one, one] as const)]}
        onChange={answer => void controller.namePositive(run.id, answer === '' ? null : answer)}
      />
    </search>
  )
}

interface FindingChoiceProps {
  readonly findings: DiagnosticsReport['findings']
  readonly shown: string
  readonly query: URLSearchParams
}

/** Which finding is shown, and for which prevalence. */
const FindingChoice = ({ findings, shown, query }: FindingChoiceProps) => (
  <search className="filters" aria-label="Finding">
    <QuerySelect
      label="Finding"
      name="of"
      value={shown}
      choices={findings.map(({ finding }) => [finding, finding] as const)}
    />
    <SearchField
      label="Prevalence, % (for PPV and NPV)"
      parameter="prevalence"
      text={query.get('prevalence') ?? ''}
    />
  </search>
)

/** How a threshold is chosen. */
const ThresholdChoice = ({ query }: { readonly query: URLSearchParams }) => (
  <search className="filters" aria-label="Threshold">
    <SearchField
      label="Wanted sensitivity, %"
      parameter="sensitivity"
      text={query.get('sensitivity') ?? ''}
    />
    <SearchField label="Seed of the halves" parameter="split" text={query.get('split') ?? ''} />
  </search>
)

/** What figures depend on besides their input. */
const figuresVersion = (rows: number, positive: string | null): string => `${rows} ${positive ?? ''}`

/** The answers of findings with two of them, and the chosen one. */
function choosableAnswers({ findings }: DiagnosticsReport, chosen: string | null): readonly string[] {
  const answers = findings.flatMap(({ answers: all }) => (all.length === 2 ? all : []))
  return [...new Set([...answers, ...(chosen === null ? [] : [chosen])])]
}

const keptQuery = (query: URLSearchParams): Readonly<Record<string, string | null>> =>
  Object.fromEntries(['named-by', 'prevalence', 'sensitivity', 'split'].map(name => [name, query.get(name)]))
