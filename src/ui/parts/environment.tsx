import type { Run } from '../../engine/run.ts'
import { date, deviceName, duration } from '../format.ts'

/** What ran where: always beside a run's figures. */
export function EnvironmentFacts({ run }: { readonly run: Run }) {
  const { settings, environment, model, dataset } = run
  return (
    <dl className="facts">
      <dt>Model</dt>
      <dd>
        {model.name} <span className="muted">{model.family}</span>
      </dd>
      <dt>Precision</dt>
      <dd>{settings.dtype}</dd>
      <dt>Device</dt>
      <dd>
        {deviceName(settings.device)}
        <span className="muted">
          {environment.adapter ? ` ${environment.adapter}` : ` ${environment.threads} threads`}
        </span>
      </dd>
      <dt>Data set</dt>
      <dd>
        {dataset.name} <span className="muted mono">{dataset.fingerprint.slice(0, 12)}</span>
      </dd>
      <dt>Answers</dt>
      <dd>
        at most {settings.maxNewTokens} new tokens, given up after {duration(settings.timeout)}
      </dd>
      <dt>Begun</dt>
      <dd>{date(run.created)}</dd>
    </dl>
  )
}
