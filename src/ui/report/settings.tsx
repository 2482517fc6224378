/** Everything that was chosen for a run and the machine that it ran on, in words. */
import { Fragment } from 'react'
import type { ReportFacts } from '../../app/controller/report-facts.ts'
import { counted } from '../../engine/base/counted.ts'
import { duration } from '../../engine/base/duration.ts'
import { agreementWords } from '../../engine/model/agreement.ts'
import { driftNote } from '../../engine/model/drift.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import { adapterWords } from '../../engine/protocol/adapter-words.ts'
import { deviceTestWords } from '../../engine/protocol/device-test.ts'
import type { Merged } from '../../engine/protocol/merged.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunSetting } from '../../engine/protocol/run-setting.ts'
import { runSettings } from '../../engine/protocol/run-settings.ts'
import { runTitle } from '../shared/run/run-facts.tsx'
import { type PrintedColumn, PrintedTable } from '../shared/table/printed-table.tsx'
import { processor } from '../text/format.ts'
import { datasetWords } from '../text/mapping-texts.ts'
import { mergedWords, strataWords } from '../text/merged.ts'
import { serverFacts } from '../text/server.ts'

interface Fact {
  readonly name: string
  readonly value: string
  /** Whether it is for machines rather than for readers. */
  readonly isCode?: boolean
}

/** Facts with a value; a third word marks what is for machines rather than for readers. */
const known = (
  facts: readonly (readonly [name: string, value: string | null | undefined, code?: 'code'])[],
): readonly Fact[] =>
  facts.flatMap(([name, value, code]) =>
    value == null ? [] : [{ name, value, ...(code && { isCode: true }) }],
  )

/** Settings by what they are, up to the precision, and the others. */
const splitAt = runSettings.findIndex(({ keys }) => keys.includes('dtype')) + 1
const settingRows = (run: Run, settings: readonly RunSetting[]) =>
  known(settings.flatMap(({ row }) => (row ? [[row.name, row.of(run)] as const] : [])))

/** The choices: folders with their fingerprints, and every setting. */
export function chosenFacts(run: Run): readonly Fact[] {
  const { model, dataset, probe } = run
  const { agreement, server } = model
  return [
    ...known([
      ['Model', `${model.name} (${model.family})`],
      ['Adapter', model.adapter && adapterWords(model.adapter)],
      ['Model fingerprint (SHA-256)', model.fingerprint, 'code'],
      ['Data set', datasetWords(dataset)],
      ['Data set fingerprint (SHA-256)', dataset.fingerprint, 'code'],
    ]),
    ...settingRows(run, runSettings.slice(0, splitAt)),
    ...(server ? serverFacts(server) : []),
    ...known([['Precision against PyTorch', agreement && agreementWords(agreement)]]),
    ...settingRows(run, runSettings.slice(splitAt)),
    ...known([['Extra pass', probe && probeName(probe)]]),
  ]
}

/** Its machine and software, and its duration. */
function machineFacts(run: Run): readonly Fact[] {
  const { environment, timings, merged } = run
  const { adapter, deviceTest, drift } = environment
  const here = (value: string) => (run.model.server ? null : value)
  const onAdapter = (value: string) => (adapter === null ? null : here(value))
  return [
    ...known([
      ['Voxelwise', environment.app],
      ['Transformers.js', here(environment.transformers)],
      ['ONNX Runtime Web', here(environment.onnxruntime)],
      ['Matrix kernel', here(environment.kernel ?? 'ONNX Runtime’s own')],
      ['Adapter', here(adapter ?? 'none (WebAssembly)')],
      ['Adapter compared', onAdapter(deviceTest ? deviceTestWords(deviceTest) : 'no')],
      ['Asked again during the run', onAdapter(drift ? driftNote(drift, run.settings.dtype) : 'no question')],
      ['Processor', here(processor(environment))],
      ['Browser', environment.userAgent],
      ['Started', run.created],
      ['State', run.state],
      ['Loading', duration(timings.load / 1000)],
      ['Asking', duration(timings.asking / 1000)],
      ['Run', run.id, 'code'],
    ]),
    ...(merged ? mergedFacts(merged) : []),
  ]
}

/** What several machines produced, and how far they agree. */
const mergedFacts = (merged: Merged): readonly Fact[] => [
  { name: 'Merged from', value: mergedWords(merged) },
  ...strataWords(merged).map((value, at) => ({ name: `Machines of kind ${at + 1}`, value })),
  { name: 'Conflicting answers', value: `${counted(merged.conflicts.length, 'sample')}` },
]

/** A setting's value; fingerprints and ids are set as code. */
const FactValue = ({ fact: { value, isCode } }: { readonly fact: Fact }) =>
  isCode ? <code>{value}</code> : value

/** Facts by name, one below the other. */
function FactsList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(fact => (
        <Fragment key={fact.name}>
          <dt>{fact.name}</dt>
          <dd>
            <FactValue fact={fact} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Everything that was chosen, and the machine that it ran on. */
export function SetUp({ run }: Pick<ReportFacts, 'run'>) {
  return (
    <>
      <h3>Settings</h3>
      <FactsList facts={chosenFacts(run)} />
      <h3>Environment</h3>
      <FactsList facts={machineFacts(run)} />
    </>
  )
}

interface Line {
  readonly name: string
  /** The value in every run; undefined where it has no such setting. */
  readonly values: readonly (Fact | undefined)[]
  readonly differ: boolean
}

/** The choices for each run and its machine, one column per run. */
export function SideBySide({ runs }: { readonly runs: readonly Run[] }) {
  const columns: readonly PrintedColumn<Line>[] = [
    { name: 'Setting', cell: ({ name, differ }) => (differ ? <strong>{name}</strong> : name) },
    ...runs.map((run, at) => ({
      name: runTitle(run, at),
      cell: ({ values }: Line) => {
        const fact = values[at]
        return fact ? <FactValue fact={fact} /> : '–'
      },
    })),
  ]
  return (
    <>
      <p>Settings in which the runs differ are bold.</p>
      <PrintedTable caption="Settings" columns={columns} rows={factLines(runs, chosenFacts)} isDense />
      <PrintedTable caption="Environment" columns={columns} rows={factLines(runs, machineFacts)} isDense />
    </>
  )
}

function factLines(runs: readonly Run[], listFacts: (run: Run) => readonly Fact[]): readonly Line[] {
  const columns = runs.map(listFacts)
  const names = [...new Set(columns.flatMap(facts => facts.map(({ name }) => name)))]
  return names.map(name => {
    const values = columns.map(facts => facts.find(fact => fact.name === name))
    return { name, values, differ: new Set(values.map(fact => fact?.value)).size > 1 }
  })
}
