import { counted } from '../../../engine/base/counted.ts'
import { driftNote, hasDrifted } from '../../../engine/model/drift.ts'
import { serverWords } from '../../../engine/model/served.ts'
import { deviceTestWords } from '../../../engine/protocol/device-test.ts'
import { fitWords, toolWords } from '../../../engine/protocol/elsewhere.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { date, deviceName, duration, processor } from '../../text/format.ts'
import { lengthWords } from '../../text/protocol-choices.ts'

/** A run's setup, shown with its figures. */
export function EnvironmentFacts({ run }: { readonly run: Run }) {
  const { settings, environment, model, dataset, timings } = run
  return (
    <dl className="facts">
      <dt>Model</dt>
      <dd>
        <bdi>{model.name}</bdi> <span className="muted">{model.family}</span>
      </dd>
      {model.elsewhere ? (
        <>
          <dt>Measured by</dt>
          <dd>
            {toolWords(model.elsewhere)}
            <span className="muted">
              {' '}
              <bdi>{model.elsewhere.file}</bdi>. {fitWords(model.elsewhere)}
            </span>
          </dd>
        </>
      ) : model.server ? (
        <>
          <dt>Precision</dt>
          <dd>{model.server.quantization ?? 'not reported by the server'}</dd>
          <dt>Server</dt>
          <dd>
            {serverWords(model.server)}
            <span className="muted">
              {` at ${model.server.address}, ${counted(environment.copies ?? 1, 'parallel request')}; images prepared by the server`}
            </span>
          </dd>
        </>
      ) : (
        <>
          <dt>Precision</dt>
          <dd>{settings.dtype}</dd>
          <dt>Device</dt>
          <dd>
            {deviceName(settings.device)}
            <span className="muted">{` ${environment.adapter ?? processor(environment)}`}</span>
          </dd>
          {environment.deviceTest && (
            <>
              <dt>Device test</dt>
              <dd>{deviceTestWords(environment.deviceTest)}</dd>
            </>
          )}
          {environment.drift && (
            <>
              <dt>Asked again</dt>
              <dd className={hasDrifted(environment.drift, settings.dtype) ? 'warning' : undefined}>
                {driftNote(environment.drift, settings.dtype)}
              </dd>
            </>
          )}
        </>
      )}
      <dt>Data set</dt>
      <dd>
        <bdi>{dataset.name}</bdi> <span className="muted mono">{dataset.fingerprint.slice(0, 12)}</span>
      </dd>
      {settings.chatTemplate === 'fallback' && (
        <>
          <dt>Chat template</dt>
          <dd>built-in (User: … Assistant:); the model has none</dd>
        </>
      )}
      {!model.elsewhere && (
        <>
          <dt>Answers</dt>
          <dd>
            {settings.heldToLetter && 'restricted to the listed options (not part of the protocol), '}
            {settings.scoring === 'choices'
              ? 'option probabilities, '
              : `at most ${[settings.maxNewTokens, ...lengthWords(settings.newTokensByKind ?? {})].join('; ')} new tokens${settings.fullText ? ', full text' : ''}, `}
            timeout {duration(settings.timeout)}
          </dd>
        </>
      )}
      {timings.asking > 0 && (
        <>
          <dt>Time</dt>
          <dd>
            {duration(timings.asking / 1000)}
            <span className="muted"> plus {duration(timings.load / 1000)} to load</span>
          </dd>
        </>
      )}
      <dt>Started</dt>
      <dd>{date(run.created)}</dd>
    </dl>
  )
}
