import { counted } from '../../../engine/base/counted.ts'
import { duration } from '../../../engine/base/duration.ts'
import { driftNote, hasDrifted } from '../../../engine/model/drift.ts'
import { serverWords } from '../../../engine/model/served.ts'
import { adapterWords } from '../../../engine/protocol/adapter-words.ts'
import { lengthWords } from '../../../engine/protocol/answer-kind-words.ts'
import { detailWords } from '../../../engine/protocol/detail-words.ts'
import { deviceName } from '../../../engine/protocol/device.ts'
import { deviceTestWords } from '../../../engine/protocol/device-test.ts'
import { fitWords, toolWords } from '../../../engine/protocol/elsewhere.ts'
import { isAskedHere } from '../../../engine/protocol/identity.ts'
import { dtypeWords } from '../../../engine/protocol/mixed-precision.ts'
import { readerNotes, readerWords } from '../../../engine/protocol/reader.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { date, processor } from '../../text/format.ts'
import { datasetWords } from '../../text/mapping-texts.ts'
import { type Fact, Facts } from '../controls/facts.tsx'

/** A run's setup, shown with its figures. */
export function EnvironmentFacts({ run }: { readonly run: Run }) {
  const { settings, model, dataset, timings } = run
  const length = [settings.maxNewTokens, ...lengthWords(settings.newTokensByKind ?? {})].join('; ')
  const how =
    settings.scoring === 'choices'
      ? 'option probabilities'
      : `at most ${length} new tokens${settings.fullText ? ', full text' : ''}`
  const held = settings.heldToLetter ? 'restricted to the listed options (not part of the protocol), ' : ''
  return (
    <Facts
      facts={[
        !model.reader && { name: 'Model', value: <bdi>{model.name}</bdi>, note: model.family },
        model.adapter !== undefined && { name: 'Adapter', value: <bdi>{adapterWords(model.adapter)}</bdi> },
        ...machineFacts(run),
        {
          name: 'Data set',
          value: <bdi>{datasetWords(dataset)}</bdi>,
          note: <span className="mono">{dataset.fingerprint.slice(0, 12)}</span>,
        },
        settings.chatTemplate === 'fallback' && {
          name: 'Chat template',
          value: 'built-in (User: … Assistant:); the model has none',
        },
        settings.imageDetail !== undefined && {
          name: 'Image detail',
          value: detailWords(settings.imageDetail),
          note: 'not the model’s own',
        },
        isAskedHere(model) && {
          name: 'Answers',
          value: `${held}${how}, timeout ${duration(settings.timeout)}`,
        },
        timings.asking > 0 && {
          name: 'Time',
          value: duration(timings.asking / 1000),
          ...(!model.reader && { note: `plus ${duration(timings.load / 1000)} to load` }),
        },
        { name: 'Started', value: date(run.created) },
      ]}
    />
  )
}

/** Where the answers come from: a person, another tool's log, a server, or a device. */
function machineFacts({
  settings,
  environment,
  model: { elsewhere, server, reader },
}: Run): readonly (Fact | false)[] {
  if (reader) {
    const note = [`study ${reader.study.slice(0, 8)}`, readerNotes(reader)].filter(Boolean).join('; ')
    return [{ name: 'Answered by', value: <bdi>{readerWords(reader)}</bdi>, note }]
  }
  if (elsewhere) {
    const note = (
      <>
        <bdi>{elsewhere.file}</bdi>. {fitWords(elsewhere)}
      </>
    )
    return [{ name: 'Measured by', value: toolWords(elsewhere), note }]
  }
  if (server)
    return [
      { name: 'Precision', value: server.quantization ?? 'not reported by the server' },
      {
        name: 'Server',
        value: serverWords(server),
        note: `at ${server.address}, ${counted(environment.copies ?? 1, 'parallel request')}; images prepared by the server`,
      },
    ]
  const { adapter, deviceTest, drift } = environment
  const drifted = drift && hasDrifted(drift, settings.dtype) ? 'warning' : undefined
  return [
    { name: 'Precision', value: dtypeWords(settings.dtype) },
    { name: 'Device', value: deviceName(settings.device), note: adapter ?? processor(environment) },
    deviceTest !== undefined && { name: 'Device test', value: deviceTestWords(deviceTest) },
    drift !== undefined && {
      name: 'Asked again',
      value: <span className={drifted}>{driftNote(drift, settings.dtype)}</span>,
    },
  ]
}
