import { get, str } from '../../../engine/base/python.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import { usePaper } from '../../../ui/hooks/paper.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Thumbnail } from '../../../ui/shared/sample/thumbnail.tsx'
import { resultsHref } from '../../../ui/state/router.ts'
import { none } from '../../../ui/text/format.ts'
import type { Audit } from '../engine/audit.ts'
import type { SwapExample } from '../engine/examples.ts'
import { conditionWords } from '../text/audit-words.ts'

interface Props {
  readonly run: string
  readonly audit: Audit
}

/** Three questions, each with its own image, the image shown instead, and both answers; not in a report, which has no images. */
export function SwapExamples({ run, audit: { examples, passes } }: Props) {
  if (usePaper() || examples.length === 0) return null
  return (
    <ul className="swap-examples" aria-label="Examples of swapped images">
      {examples.map(example => {
        const pass = passes.get(example.condition)
        return pass && <Example key={example.index} {...{ run, example, pass: pass.run }} />
      })}
    </ul>
  )
}

interface ExampleProps {
  readonly run: string
  readonly pass: string
  readonly example: SwapExample
}

function Example({ run, pass, example: { index, condition } }: ExampleProps) {
  const controller = useController()
  const records = useAsync(`records ${run} ${pass} ${index}`, () =>
    Promise.all([controller.record(run, index), controller.record(pass, index)]),
  )
  const [own, other] = records.status === 'ready' ? records.value : []
  return (
    <li>
      <p className="swap-question">
        <a href={resultsHref(run, 'samples', { sample: String(index) })}>
          {own ? str(get(own.sample.fields, 'question')) : `Question ${index}`}
        </a>
      </p>
      <div className="swap-pair">
        <Shown run={run} record={own} path={own?.sample.image ?? null} name={conditionWords('original')} />
        <Shown run={run} record={other} path={other?.shownImage ?? null} name={conditionWords(condition)} />
      </div>
    </li>
  )
}

interface ShownProps {
  readonly run: string
  /** Absent until it is read. */
  readonly record: RunRecord | undefined
  readonly path: string | null
  readonly name: string
}

function Shown({ run, record, path, name }: ShownProps) {
  const right = record?.swappedRight ?? record?.rightAnswer
  return (
    <div className="lines">
      <Thumbnail run={run} path={path} />
      <p className="muted">{name}</p>
      <p>
        Answer: <strong>{record?.status === 'answered' ? record.parsed : none}</strong>
        {right !== undefined && `, right: ${right}`}
      </p>
    </div>
  )
}
