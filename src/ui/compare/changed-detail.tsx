import type { ChangedSample } from '../../engine/analysis/comparison.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { imagesOf } from '../../engine/protocol/sample.ts'
import { useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Options } from '../shared/sample/options.tsx'
import { ReadAnswer } from '../shared/sample/read-answer.tsx'
import { SampleImage } from '../shared/sample/sample-image.tsx'
import { Verdict } from '../shared/sample/verdict.tsx'
import { Detail } from '../shared/table/list-and-detail.tsx'
import { resultsHref } from '../state/router.ts'
import { label } from '../text/format.ts'

interface Props {
  readonly sample: ChangedSample
  readonly baseline: Run
  readonly run: Run
  readonly onClose: () => void
}

/** One sample as two runs answered it, with the way to it in each of them. */
export function ChangedDetail({ sample, baseline, run, onClose }: Props) {
  const { id, question, index, second } = sample
  return (
    <Detail name={`Sample ${id}`} onClose={onClose}>
      <div className="detail-body">
        <SampleImage run={baseline.id} paths={imagesOf(sample)} question={question} />
        <div className="detail-text">
          <p className="place">
            {[sample.task, sample.modality, sample.parts, sample.dataset].map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four places that never move
              <span key={at}>{label(value)}</span>
            ))}
          </p>
          <h3 className="question">{question}</h3>
          <Answer run={baseline} index={index} title="Baseline" />
          <Answer run={run} index={second} title="Run" />
        </div>
      </div>
    </Detail>
  )
}

interface AnswerProps {
  readonly run: Run
  readonly index: number
  readonly title: string
}

function Answer({ run, index, title }: AnswerProps) {
  const controller = useController()
  const record = useAsync(`record ${run.id} ${index}`, () => controller.record(run.id, index))
  return (
    <section className="stack whole" aria-label={`${title}: ${run.name}`}>
      <h4>
        {title}: <bdi>{run.name}</bdi>
      </h4>
      {record.status === 'loading' && <p className="muted">Reading…</p>}
      {record.status === 'failed' && <ErrorBox error={record.error} />}
      {record.status === 'ready' && record.value.status === 'answered' && (
        <>
          <Options
            options={protocolOf(run.settings.protocol).optionsOf(record.value.sample.fields)}
            right={record.value.rightAnswer}
            picked={record.value.parsed}
            choices={record.value.score?.choices}
          />
          <p className="judged">
            <Verdict verdict={record.value.correct ? 'correct' : 'wrong'} />
            <ReadAnswer
              kind={protocolOf(run.settings.protocol).kindOf(record.value.sample.fields)}
              answer={record.value}
            />
            <code className="answer-text">{record.value.response ?? '(none)'}</code>
            <a href={resultsHref(run.id, 'samples', { sample: String(index) })}>Open in this run</a>
          </p>
        </>
      )}
    </section>
  )
}
