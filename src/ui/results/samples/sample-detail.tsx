import { useMemo } from 'react'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { counted } from '../../../engine/base/counted.ts'
import { get, str } from '../../../engine/base/python.ts'
import { Perturbation } from '../../../engine/probes/perturbation.ts'
import { probeName } from '../../../engine/probes/probe-names.ts'
import { needsAllSamples, type PixelChange, type Probe } from '../../../engine/protocol/probe.ts'
import { firstProtocol } from '../../../engine/protocol/protocol-reference.ts'
import { protocolOf } from '../../../engine/protocol/protocols/registry.ts'
import { imagesShownIn, type RunRecord, type Thought } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { imagesOf } from '../../../engine/protocol/sample.ts'
import type { Tags } from '../../../engine/protocol/tags.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { Options } from '../../shared/sample/options.tsx'
import { ReadAnswer, RightAnswer } from '../../shared/sample/read-answer.tsx'
import { RowLinks } from '../../shared/sample/row-links.tsx'
import { SampleFields } from '../../shared/sample/sample-fields.tsx'
import { SampleImage, type Shown } from '../../shared/sample/sample-image.tsx'
import { Verdict } from '../../shared/sample/verdict.tsx'
import { Detail } from '../../shared/table/list-and-detail.tsx'
import { findingTexts } from '../../text/finding-texts.ts'
import { percent } from '../../text/format.ts'
import { promptText } from '../../text/prompt-text.ts'
import { RegionPanel } from './draw-region.tsx'
import { OcclusionPanel } from './occlusion.tsx'
import { ScoreFacts } from './score-facts.tsx'
import { SeenByModel } from './seen-by-model.tsx'
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
  const asked = runs?.find(summary => summary.run.id === run)?.run
  const probe = asked?.probe
  const record = useAsync(`record ${run} ${row.index}`, () => controller.record(run, row.index))
  const own = imagesOf(row)
  const seen = record.status === 'ready' ? imagesShownIn(record.value) : own
  // Which other image was shown is known with the record.
  const isUnknown = needsAllSamples(probe) && record.status === 'loading'
  const change = record.status === 'ready' ? changeOf(asked, record.value) : null
  return (
    <Detail name={`Sample ${row.id}`} before={before} after={after} onClose={onClose}>
      <div className="column detail-body">
        {isUnknown ? (
          <figure className="viewer" />
        ) : (
          <SampleImage
            run={run}
            paths={probe?.kind === 'text-only' ? [] : own}
            question={row.question}
            hasDepth
            shown={probe && seen.flatMap(path => shownBy(probe, path, change) ?? [])}
          />
        )}
        <div className="column detail-text">
          {record.status === 'loading' && <p className="muted">Reading…</p>}
          {record.status === 'failed' && <ErrorBox error={record.error} />}
          {record.status === 'ready' && <RecordDetail record={record.value} run={asked} />}
          {row.findings?.map(kind => (
            <p key={kind} className="warning">
              <strong>{findingTexts[kind].name}.</strong> {findingTexts[kind].meaning}
            </p>
          ))}
          <SampleTags run={run} tags={tags} index={row.index} />
          {record.status === 'ready' && asked && <OcclusionPanel run={asked} record={record.value} />}
          {record.status === 'ready' && asked && <RegionPanel run={asked} sample={record.value.sample} />}
          <SameImage run={run} row={row} rows={rows} />
          {record.status === 'ready' && <SampleFields sample={record.value.sample} />}
        </div>
      </div>
    </Detail>
  )
}

/** What a pass did to the pixels of a record's images. */
function changeOf(run: Run | undefined, { sample }: RunRecord): PixelChange | null {
  const protocol = protocolOf(run?.settings.protocol ?? firstProtocol)
  const shown = new Perturbation(run?.probe, [sample], protocol).images(imagesOf(sample), sample.index)
  return shown[0]?.change ?? null
}

const treatedBy = ({ fill }: { readonly fill?: 'blur' | undefined }): string =>
  fill === 'blur' ? 'blurred' : 'covered'

/**
 * The image that a pass showed; undefined if it was the original.
 * @param path of the file that was read
 * @param change as `changeOf`; null while the record is read
 */
function shownBy(probe: Probe | undefined, path: string, change: PixelChange | null): Shown | undefined {
  switch (probe?.kind) {
    case 'blank-image':
      return { path, change: probe, text: 'The model saw this uniform grey instead of the image.' }
    case 'corruption':
      return {
        path,
        change: change ?? probe,
        text: `The model saw a corrupted image: ${probeName(probe).toLowerCase()}.`,
      }
    case 'region':
      return {
        path,
        change: change ?? probe,
        text: `The model saw the image with the region ${treatedBy(probe)}.`,
      }
    case 'elsewhere':
      return {
        path,
        change: change ?? probe,
        text: `The model saw the image with an equal region elsewhere ${treatedBy(probe)}.`,
      }
    case 'noise-image':
      return { path, change: probe, text: 'The model saw this noise instead of the image.' }
    case 'off-topic':
      return { path, change: probe, text: 'The model saw this photograph instead of the image.' }
    case 'flip':
      return { path, change: probe, text: 'The model saw the mirrored image.' }
    case 'rotate':
      return { path, change: probe, text: `The model saw the image turned clockwise by ${probe.turn}°.` }
    case 'swapped-image':
    case 'same-label':
    case 'opposite-label':
      return { path, change: null, text: 'The model saw this image, which belongs to another sample.' }
    default:
      return undefined
  }
}

interface RecordProps {
  readonly record: RunRecord
  /** Its options are in the order in which the run showed them. */
  readonly run: Run | undefined
}

function RecordDetail({ record, run }: RecordProps) {
  const protocol = protocolOf(run?.settings.protocol ?? firstProtocol)
  const fields = new Perturbation(run?.probe, [record.sample], protocol).fields(record.sample)
  const kind = protocol.kindOf(fields)
  const options = protocol.optionsOf(fields)
  return (
    <>
      <p className="place">
        {['task', 'modality', 'parts', 'dataset'].map(axis => (
          <span key={axis}>{str(get(fields, axis))}</span>
        ))}
      </p>
      <h3 className="question">{str(get(fields, 'question'))}</h3>
      {run?.probe?.kind === 'no-options' && <p className="muted">The model did not see these options.</p>}
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
        </>
      ) : (
        <>
          <p className="words">
            <Verdict verdict={record.correct ? 'correct' : 'wrong'} />
            <ReadAnswer kind={kind} answer={record} />
            {record.measured !== undefined && (
              <span className="muted">
                {protocol.measureOf?.(kind)?.name}: {percent(record.measured)}
              </span>
            )}
          </p>
          {record.score?.thought && <ThoughtNote thought={record.score.thought} />}
          <h4>Raw answer</h4>
          <pre>{record.response ?? '(none)'}</pre>
          {record.stated && (
            <>
              <h4>Stated confidence</h4>
              <pre>{record.stated.reply}</pre>
            </>
          )}
        </>
      )}
      <h4>Exact prompt</h4>
      {run?.probe?.kind === 'irrelevant-examples' && (
        <p className="muted">The model saw another question’s examples instead of these.</p>
      )}
      <pre>{promptText(record, fields, protocol)}</pre>
      {run && !run.judging && !run.model.server && <SeenByModel run={run.id} record={record} />}
      {record.status === 'answered' && record.score && (
        <ScoreFacts score={record.score} images={imagesOf(record.sample).length} />
      )}
    </>
  )
}

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
    const images = new Set(imagesOf(row))
    return rows.filter(one => one.index !== row.index && imagesOf(one).some(image => images.has(image)))
  }, [row, rows])
  if (others.length === 0) return null
  return (
    <>
      <h4>Other questions on {row.furtherImages ? 'these images' : 'this image'}</h4>
      <RowLinks run={run} rows={others} />
    </>
  )
}
