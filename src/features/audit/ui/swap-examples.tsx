import type { AnswerTexts } from '../../../engine/probes/answer-texts.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import { usePaper } from '../../../ui/hooks/paper.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { useImageUrl } from '../../../ui/shared/sample/use-image-url.ts'
import { resultsHref } from '../../../ui/state/router.ts'
import { none } from '../../../ui/text/format.ts'
import type { Audit } from '../engine/audit.ts'
import type { SwapExample } from '../engine/examples.ts'
import { conditionWords, swapWords } from '../text/audit-words.ts'

interface Props {
  readonly run: string
  readonly audit: Audit
}

/** Three questions, each with its own image beside the one shown instead, and both answers; not in a report, which has no images. */
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

/** A record, and its question and answers in words. */
interface RecordInWords {
  readonly record: RunRecord
  readonly texts: AnswerTexts
}

function Example({ run, pass, example: { index, condition } }: ExampleProps) {
  const controller = useController()
  const both = useAsync(`swapped ${run} ${pass} ${index}`, () =>
    Promise.all([controller.recordInWords(run, index), controller.recordInWords(pass, index)]),
  )
  if (both.status !== 'ready')
    return (
      <li>
        <Awaited of={both} doing="Reading the answers…" />
      </li>
    )
  const [own, other] = both.value
  return (
    <li>
      <p className="swap-question">
        <a href={resultsHref(run, 'samples', { sample: String(index) })}>{own.texts.question}</a>
      </p>
      <div className="swap-pair">
        <ShownImage run={run} found={own} path={own.record.sample.image} name={conditionWords('original')} />
        <ShownImage
          run={run}
          found={other}
          path={other.record.shownImage ?? null}
          name={conditionWords(condition)}
        />
      </div>
      <p>{swapWords(own.texts, other.texts)}</p>
    </li>
  )
}

interface ShownProps {
  readonly run: string
  readonly found: RecordInWords
  readonly path: string | null
  readonly name: string
}

/** What the model was shown, and what it answered. */
function ShownImage({ run, found: { record, texts }, path, name }: ShownProps) {
  const swapped = record.swappedRight
  const right =
    swapped === undefined
      ? texts.right
      : (texts.options.find(option => option.startsWith(`${swapped}. `)) ?? swapped)
  return (
    <figure className="lines">
      <SwapImage run={run} path={path} alt={name} />
      <figcaption className="muted">{name}</figcaption>
      <p>
        Answer: <strong>{texts.given || none}</strong>
      </p>
      <p className="muted">Right: {right || none}</p>
    </figure>
  )
}

/** An image, or why it cannot be seen here. */
function SwapImage({
  run,
  path,
  alt,
}: {
  readonly run: string
  readonly path: string | null
  readonly alt: string
}) {
  const image = useImageUrl(run, path)
  if (image.status === 'ready')
    return (
      <div className="swap-image">
        <img src={image.url} alt={alt} loading="lazy" />
      </div>
    )
  return (
    <div className="swap-image">
      {image.status === 'absent' &&
        'The data set folder is not open. Choose it under Set up to see the image.'}
      {image.status === 'failed' && `This image cannot be shown. ${image.error.message}`}
    </div>
  )
}
