import type { ReactNode } from 'react'
import { deviceName, duration } from '../format.ts'
import { probeName } from '../probe-names.ts'
import type { ReportFacts } from './facts.ts'

const yes = (is: boolean) => (is ? 'yes' : 'no')

/** Everything that was chosen, and the machine that it ran on. */
export function SetupSection({ facts: { run } }: { readonly facts: ReportFacts }) {
  const { model, dataset, settings, environment, timings } = run
  const chosen: readonly (readonly [string, ReactNode])[] = [
    ['Model', `${model.name} (${model.family})`],
    ['Model fingerprint (SHA-256)', <Print key="model">{model.fingerprint}</Print>],
    ['Data set', dataset.name],
    ['Data set fingerprint (SHA-256)', <Print key="data">{dataset.fingerprint}</Print>],
    ['Precision', settings.dtype],
    ['Device', deviceName(settings.device)],
    ['Scoring', settings.scoring === 'choices' ? 'choices: option probabilities' : 'generate: greedy text'],
    ['Chat template', settings.chatTemplate === 'own' ? 'the model’s own' : 'built-in fallback'],
    ['Most new tokens', settings.maxNewTokens],
    ['Full text', yes(settings.fullText)],
    ['Shared prompt beginnings reused', yes(settings.reusePrefix)],
    ['Image features kept', yes(settings.keepFeatures)],
    ['Only the first', settings.limit ?? 'all'],
    ['Given up after', duration(settings.timeout)],
    ...(run.probe ? [['Extra pass', probeName(run.probe)] as const] : []),
  ]
  const machine: readonly (readonly [string, ReactNode])[] = [
    ['Voxelwise', environment.app],
    ['Transformers.js', environment.transformers],
    ['ONNX Runtime Web', environment.onnxruntime],
    ['Adapter', environment.adapter ?? 'none: WebAssembly'],
    ['Threads', environment.threads],
    ['Browser', environment.userAgent],
    ['Begun', run.created],
    ['State', run.state],
    ['Loading', duration(timings.load / 1000)],
    ['Asking', duration(timings.asking / 1000)],
    ['Run', <Print key="run">{run.id}</Print>],
  ]
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">What ran where</h2>
      <h3>Settings</h3>
      <Facts facts={chosen} />
      <h3>Environment</h3>
      <Facts facts={machine} />
    </section>
  )
}

const Print = ({ children }: { readonly children: string }) => <code>{children}</code>

function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
