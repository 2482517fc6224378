/** Everything that was chosen for a run and the machine that it ran on, in words. */
import { Fragment } from 'react'
import type { ReportFacts } from '../../app/controller/report-facts.ts'
import { counted } from '../../engine/base/counted.ts'
import { agreementWords } from '../../engine/model/agreement.ts'
import { driftNote } from '../../engine/model/drift.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Precision } from '../../engine/protocol/device.ts'
import { deviceTestWords } from '../../engine/protocol/device-test.ts'
import type { Merged } from '../../engine/protocol/merged.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { selectionText } from '../../engine/protocol/selection.ts'
import { type Until, untilTheEnd } from '../../engine/protocol/settings.ts'
import { runTitle } from '../shared/run/run-facts.tsx'
import { type PrintedColumn, PrintedTable } from '../shared/table/printed-table.tsx'
import { deviceName, duration, processor } from '../text/format.ts'
import { mergedWords, strataWords } from '../text/merged.ts'
import { lengthWords } from '../text/protocol-choices.ts'
import { serverFacts } from '../text/server.ts'
import { windowWords } from '../text/windows.ts'

interface Fact {
  readonly name: string
  readonly value: string
  /** Whether it is for machines rather than for readers. */
  readonly isCode?: boolean
}

const yes = (is: boolean) => (is ? 'yes' : 'no')

/** The choices: folders with their fingerprints, and every setting. */
export function chosenFacts({ model, dataset, settings, probe }: Run): readonly Fact[] {
  return [
    { name: 'Model', value: `${model.name} (${model.family})` },
    { name: 'Model fingerprint (SHA-256)', value: model.fingerprint, isCode: true },
    { name: 'Data set', value: dataset.name },
    { name: 'Data set fingerprint (SHA-256)', value: dataset.fingerprint, isCode: true },
    { name: 'Protocol', value: `${settings.protocol.id}, version ${settings.protocol.version}` },
    ...(settings.protocol.judge
      ? [
          {
            name: 'Answer judge',
            value: `${settings.protocol.judge.id}, version ${settings.protocol.judge.version}`,
          },
        ]
      : []),
    ...(model.server ? [...serverFacts(model.server)] : [{ name: 'Precision', value: settings.dtype }]),
    ...(model.agreement
      ? [{ name: 'Precision against PyTorch', value: agreementWords(model.agreement) }]
      : []),
    ...(model.server
      ? [
          { name: 'Parallel requests', value: String(settings.atOnce ?? 1) },
          {
            name: 'Answers constrained to a letter',
            value: settings.heldToLetter ? 'yes (not part of the protocol)' : 'no',
          },
        ]
      : [{ name: 'Device', value: deviceName(settings.device) }]),
    {
      name: 'Scoring',
      value: settings.scoring === 'choices' ? 'choices: option probabilities' : 'generate: generated text',
    },
    ...(model.server
      ? []
      : [
          {
            name: 'Chat template',
            value: settings.chatTemplate === 'own' ? 'the model’s own' : 'built-in fallback',
          },
        ]),
    {
      name: 'Maximum new tokens',
      value: [String(settings.maxNewTokens), ...lengthWords(settings.newTokensByKind ?? {})].join('; '),
    },
    ...(model.server
      ? []
      : [
          { name: 'Full text', value: yes(settings.fullText) },
          { name: 'Shared prompt prefix reused', value: yes(settings.reusePrefix) },
          { name: 'Image features cached', value: yes(settings.keepFeatures) },
        ]),
    ...(settings.window === undefined ? [] : [{ name: 'DICOM window', value: windowWords(settings.window) }]),
    {
      name: 'Order',
      value: settings.order === 'balanced' ? `balanced, seed ${settings.seed}` : 'the data set’s',
    },
    ...(settings.only ? [{ name: 'Only these questions', value: selectionText(settings.only) }] : []),
    { name: 'Question limit', value: String(settings.limit ?? 'none') },
    { name: 'Stops automatically', value: untilWords(settings.until ?? untilTheEnd) },
    { name: 'Timeout per question', value: duration(settings.timeout) },
    ...(probe ? [{ name: 'Extra pass', value: probeName(probe) }] : []),
  ]
}

function untilWords({ width, everySlice, minutes, against }: Until): string {
  const parts = [
    ...(width === null
      ? []
      : [`at ±${Number((100 * width).toFixed(2))} points${everySlice ? ', in every subgroup' : ''}`]),
    ...(against === null ? [] : [`once the difference from run ${against} is settled`]),
    ...(minutes === null ? [] : [`after ${counted(minutes, 'minute')}`]),
  ]
  return parts.join(', or ') || 'no'
}

/** Its machine and software, and its duration. */
function machineFacts({
  id,
  created,
  state,
  environment,
  timings,
  model,
  merged,
  settings,
}: Run): readonly Fact[] {
  return [
    { name: 'Voxelwise', value: environment.app },
    ...(model.server
      ? []
      : [
          { name: 'Transformers.js', value: environment.transformers },
          { name: 'ONNX Runtime Web', value: environment.onnxruntime },
          { name: 'Adapter', value: environment.adapter ?? 'none (WebAssembly)' },
          ...deviceFacts(environment, settings.dtype),
          { name: 'Processor', value: processor(environment) },
        ]),
    { name: 'Browser', value: environment.userAgent },
    { name: 'Started', value: created },
    { name: 'State', value: state },
    { name: 'Loading', value: duration(timings.load / 1000) },
    { name: 'Asking', value: duration(timings.asking / 1000) },
    { name: 'Run', value: id, isCode: true },
    ...(merged ? mergedFacts(merged) : []),
  ]
}

const deviceFacts = (
  { adapter, deviceTest, drift }: Run['environment'],
  dtype: Precision,
): readonly Fact[] =>
  adapter === null
    ? []
    : [
        { name: 'Adapter compared', value: deviceTest ? deviceTestWords(deviceTest) : 'no' },
        { name: 'Asked again during the run', value: drift ? driftNote(drift, dtype) : 'no question' },
      ]

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
  /** Of every run; undefined where it has no such setting. */
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
      <PrintedTable caption="Settings" columns={columns} rows={linesOf(runs, chosenFacts)} isDense />
      <PrintedTable caption="Environment" columns={columns} rows={linesOf(runs, machineFacts)} isDense />
    </>
  )
}

function linesOf(runs: readonly Run[], factsOf: (run: Run) => readonly Fact[]): readonly Line[] {
  const columns = runs.map(factsOf)
  const names = [...new Set(columns.flatMap(facts => facts.map(({ name }) => name)))]
  return names.map(name => {
    const values = columns.map(facts => facts.find(fact => fact.name === name))
    return { name, values, differ: new Set(values.map(fact => fact?.value)).size > 1 }
  })
}
