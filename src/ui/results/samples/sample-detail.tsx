import { get, str } from '@voxelwise/python'
import { type ReactNode, useMemo } from 'react'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { counted } from '../../../engine/base/counted.ts'
import { findProbeKind, needsAllSamples } from '../../../engine/probes/kind-of.ts'
import { Perturbation } from '../../../engine/probes/perturbation.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import { firstProtocol } from '../../../engine/protocol/protocol-reference.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { AnswerKind } from '../../../engine/protocol/reading.ts'
import {
  type AnsweredRecord,
  type ImageFile,
  imagesShownIn,
  listImageFiles,
  type RunRecord,
  type Thought,
} from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import type { Tags } from '../../../engine/protocol/tags.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { samplePanels } from '../../seams.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { Options } from '../../shared/sample/options.tsx'
import { ReadAnswer, RightAnswer } from '../../shared/sample/read-answer.tsx'
import { RowLinks } from '../../shared/sample/row-links.tsx'
import { SampleFields } from '../../shared/sample/sample-fields.tsx'
import { SampleImage } from '../../shared/sample/sample-image.tsx'
import { Verdict } from '../../shared/sample/verdict.tsx'
import { Detail } from '../../shared/table/list-and-detail.tsx'
import { findingTexts } from '../../text/finding-texts.ts'
import { percent } from '../../text/format.ts'
import { promptText } from '../../text/prompt-text.ts'
import { ScoreFacts } from './score-facts.tsx'
import { SeenByModel } from './seen-by-model.tsx'
import { sampleImages } from './shown-images.ts'
import { SampleTags } from './tags.tsx'

interface Props {
  readonly run: string
  readonly row: ResultRow
  readonly rows: readonly ResultRow[]
  /** All tags of the run. */
  readonly tags: Tags
  /** To the sample before and after it in the list; null at its ends. */
  readonly before: (() => void) | null
  readonly after: (() => void) | null
  readonly onClose: () => void
}

/** Everything known about one sample: the image, the exact prompt, the answer, and its reading. */
export function SampleDetail({ run, row, rows, tags, before, after, onClose }: Props) {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const storedRun = runs?.find(summary => summary.run.id === run)?.run
  const probe = storedRun?.probe
  const record = useAsync(`record ${run} ${row.index}`, () => controller.record(run, row.index))
  // Which other image was shown is known with the record.
  const isUnknown = needsAllSamples(probe) && record.status === 'loading'
  const { note, ...images } = sampleImages(storedRun, row, record.status === 'ready' ? record.value : null)
  return (
    <Detail name={`Sample ${row.id}`} before={before} after={after} onClose={onClose}>
      <div className="column detail-body">
        {isUnknown ? (
          <figure className="viewer" />
        ) : (
          <SampleImage run={run} question={row.question} hasDepth {...images} />
        )}
        <div className="column detail-text">
          {note && <p className="muted">{note}</p>}
          {record.status === 'loading' && <p className="muted">Reading…</p>}
          {record.status === 'failed' && <ErrorBox error={record.error} />}
          {record.status === 'ready' && (
            <RecordDetail record={record.value} run={storedRun}>
              <SampleTags run={run} tags={tags} index={row.index} />
            </RecordDetail>
          )}
          {record.status === 'ready' && listImageFiles(record.value).some(isOverrun) && (
            <p className="warning">{overrunWords}</p>
          )}
          {row.findings?.map(kind => (
            <p key={kind} className="warning">
              <strong>{findingTexts[kind].name}.</strong> {findingTexts[kind].meaning}
            </p>
          ))}
          {record.status === 'ready' &&
            storedRun &&
            samplePanels.map(({ id, Panel }) => <Panel key={id} run={storedRun} record={record.value} />)}
          <SameImage run={run} row={row} rows={rows} />
          {record.status === 'ready' && <SampleFields sample={record.value.sample} />}
        </div>
      </div>
    </Detail>
  )
}

const isOverrun = ({ display }: ImageFile): boolean => display?.overrun === true

const overrunWords =
  'The compressed data of the image file claims more bytes than it has. No pixel is missing.'

interface RecordProps {
  readonly record: RunRecord
  /** Its options are in the order in which the run showed them. */
  readonly run: Run | undefined
  /** Shown under the verdict. */
  readonly children: ReactNode
}

function RecordDetail({ record, run, children }: RecordProps) {
  const protocol = findProtocol(run?.settings.protocol ?? firstProtocol)
  const fields = new Perturbation(run?.probe, [record.sample], protocol).fields(record.sample)
  const kind = protocol.answerKind(fields)
  const options = protocol.listOptions(fields)
  const notes = run?.probe && findProbeKind(run.probe).notes
  return (
    <>
      <p className="place">
        {['task', 'modality', 'parts', 'dataset'].map(axis => (
          <span key={axis}>{str(get(fields, axis))}</span>
        ))}
      </p>
      <h3 className="question">{str(get(fields, 'question'))}</h3>
      {notes?.options && <p className="muted">{notes.options[1]}</p>}
      <Options
        options={options}
        right={record.rightAnswer}
        picked={record.status === 'answered' ? record.parsed : ''}
        choices={record.status === 'answered' ? record.score?.choices : undefined}
      />
      {options.length === 0 && <RightAnswer answer={record.rightAnswer} />}
      {record.rightAnswer === '' && <p className="warning">{findingTexts['answer-not-an-option'].meaning}</p>}
      {record.status === 'failed' ? (
        <>
          <p>
            <Verdict verdict="failed" /> It has no verdict and counts as unanswered.
          </p>
          <ErrorBox error={record.error} />
          {children}
        </>
      ) : (
        <AnswerDetail {...{ record, protocol, kind, children }} />
      )}
      <h4>Exact prompt</h4>
      {notes?.prompt && <p className="muted">{notes.prompt}</p>}
      <pre>{promptText(record, fields, protocol)}</pre>
      {run && canPrepareAgain(run) && <SeenByModel run={run.id} record={record} />}
      {record.status === 'answered' && record.score && (
        <ScoreFacts score={record.score} images={imagesShownIn(record).length} />
      )}
    </>
  )
}

interface AnswerProps {
  readonly record: AnsweredRecord
  readonly protocol: Protocol
  readonly kind: AnswerKind
  readonly children: ReactNode
}

/** What was read from an answer, and the answer itself. */
const AnswerDetail = ({ record, protocol, kind, children }: AnswerProps) => (
  <>
    <p className="words">
      <Verdict verdict={record.correct ? 'correct' : 'wrong'} />
      <ReadAnswer kind={kind} answer={record} />
      {record.measured !== undefined && (
        <span className="muted">
          {protocol.findMeasure?.(kind)?.name}: {percent(record.measured)}
        </span>
      )}
    </p>
    {children}
    {record.score?.thought && <ThoughtNote thought={record.score.thought} />}
    <h4>Raw answer</h4>
    <pre>{record.response ?? '(none)'}</pre>
    {record.reading && (
      <p className="muted">
        Read for {record.reading.seconds.toFixed(1)} s, paused for {record.reading.pausedSeconds.toFixed(1)}{' '}
        s.
      </p>
    )}
    {record.stated && (
      <>
        <h4>Stated confidence</h4>
        <pre>{record.stated.reply}</pre>
      </>
    )}
  </>
)

/** The prompt of a pass with another question's examples does not follow from the sample, and a server makes its own. */
const canPrepareAgain = ({ judging, model, probe }: Run): boolean =>
  !judging && !model.server && !(probe && findProbeKind(probe).notes?.prompt)

/** The model's thought, folded: it is not part of the answer. */
function ThoughtNote({ thought: { text, tokens, isOpen } }: { readonly thought: Thought }) {
  return (
    <details className="methods-note">
      <summary>
        Thought of {counted(tokens, 'token')}
        {isOpen && ', which did not end'}
      </summary>
      <pre>{text}</pre>
    </details>
  )
}

function SameImage({ run, row, rows }: Pick<Props, 'run' | 'row' | 'rows'>) {
  const others = useMemo(() => {
    const images = new Set(listImages(row))
    return rows.filter(one => one.index !== row.index && listImages(one).some(image => images.has(image)))
  }, [row, rows])
  if (others.length === 0) return null
  return (
    <>
      <h4>Other questions on {row.furtherImages ? 'these images' : 'this image'}</h4>
      <RowLinks run={run} rows={others} />
    </>
  )
}
