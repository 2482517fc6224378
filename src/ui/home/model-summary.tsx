import { noChatTemplate } from '../../engine/model/chat-template.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { type Recommendation, recommendOn } from '../../engine/model/recommend.ts'
import { computedHere, deviceName } from '../../engine/protocol/device.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import { useApp } from '../hooks/use-app.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { type Fact, Facts } from '../shared/controls/facts.tsx'
import { count, parameters, sentence } from '../text/format.ts'
import { serverFacts } from '../text/server.ts'
import { DtypeTable } from './dtype-table.tsx'
import { SourceName } from './source-name.tsx'

/** A model's contents and needs, on its card. */
export function ModelSummary({ overview }: { readonly overview: ModelOverview }) {
  const { recommended, problems, server } = overview
  if (server)
    return (
      <>
        <SourceName name={overview.name} source={overview.source} />
        <Facts facts={serverFacts(server)} />
      </>
    )
  return (
    <>
      <div className="column model-read">
        <div className="column">
          <SourceName name={overview.name} source={overview.source} />
          <Figures overview={overview} />
          <Facts
            facts={[
              { name: 'Family', value: <span className="mono">{overview.family || 'not given'}</span> },
              imageTokens(overview),
            ]}
          />
          {recommended && <Recommended overview={overview} best={recommended} />}
        </div>
        <div className="column">{overview.dtypes.length > 0 && <DtypeTable overview={overview} />}</div>
      </div>
      {overview.departure !== null && <p className="warning">{overview.departure}</p>}
      {problems.map(problem => (
        <ErrorBox key={`${problem.code} ${problem.subject}`} error={problem} />
      ))}
      {problems.length === 0 && !overview.hasTemplate && <NoTemplate name={overview.name} />}
    </>
  )
}

/** The recommended precision on this machine, and on the chosen device if that differs. */
function Recommended({
  overview,
  best,
}: {
  readonly overview: ModelOverview
  readonly best: Recommendation
}) {
  const settings = useApp(state => state.settings)
  const here = computedHere(settings)
  const there = here && here.device !== best.device ? recommendOn(overview.dtypes, here.device) : null
  return (
    <p className="muted">
      Recommended here: {dtypeWords(best.dtype)} on {deviceName(best.device)}. {sentence(best.reason)}
      {there && (
        <>
          {' '}
          On {deviceName(there.device)}: {dtypeWords(there.dtype)}. {sentence(there.reason)}
        </>
      )}
    </p>
  )
}

function Figures({ overview }: { readonly overview: ModelOverview }) {
  const { parameters: found, contextLength } = overview
  if (!found && contextLength === null) return null
  return (
    <p className="words figures">
      {found && (
        <span>
          {!found.exact && 'about '}
          <strong>{found.exact ? count(found.count) : parameters(found.count)}</strong> parameters
        </span>
      )}
      {contextLength !== null && (
        <span>
          <strong>{count(contextLength)}</strong> tokens of context
        </span>
      )}
    </p>
  )
}

/** Tokens per image, by image size if it matters. */
function imageTokens({ imageTokens: sizes }: ModelOverview): Fact | null {
  const [first] = sizes
  if (!first) return null
  if (sizes.every(({ tokens }) => tokens === first.tokens))
    return { name: 'Image', value: `${count(first.tokens)} tokens`, note: 'at any size' }
  const lines = sizes.map(({ width, height, tokens }) => (
    <li key={`${width} ${height}`} className="keep">
      {count(tokens)} tokens <span className="muted">{`at ${width} × ${height}`}</span>
    </li>
  ))
  return { name: 'Image', value: <ul>{lines}</ul> }
}

function NoTemplate({ name }: { readonly name: string }) {
  const settings = useApp(state => state.settings)
  if (settings.chatTemplate === 'own') return <ErrorBox error={noChatTemplate(name)} />
  return (
    <p className="muted">
      This model has no chat template. The built-in one (User: … Assistant:) is used and recorded with the
      run.
    </p>
  )
}
