import { get, str } from '@voxelwise/python'
import type { LiveRun } from '../../app/state/state.ts'
import { findProbeKind } from '../../engine/probes/kind-of.ts'
import { changeShown } from '../../engine/probes/own-sample.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { AnswerKind } from '../../engine/protocol/reading.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { listImages } from '../../engine/protocol/sample.ts'
import type { ReadAnswer as Read } from '../../engine/runtime/run-events.ts'
import { Options } from '../shared/sample/options.tsx'
import { useImageUrl } from '../shared/sample/use-image-url.ts'
import { Verdict } from '../shared/sample/verdict.tsx'

interface Props {
  readonly current: NonNullable<LiveRun['current']>
  readonly run: Run
}

/** The right answer of a free-text or yes/no question; "unparsed" if the answer could not be read. */
function RightOrUnparsed({ kind, read }: { readonly kind: AnswerKind; readonly read: Read }) {
  if (read.unparsed !== undefined) return <span className="muted"> unparsed</span>
  if (kind === 'choice' || kind === 'several') return null
  return <span className="muted"> right: {read.right}</span>
}

/** The current question: images, options, the streamed answer and the verdict. */
export function CurrentSample({ current, run }: Props) {
  const { probe } = run
  const kind = probe && findProbeKind(probe)
  const { sample, images, text, verdict, read } = current
  const { fields } = sample
  const question = str(get(fields, 'question'))
  const protocol = findProtocol(run.settings.protocol)
  const alt = `Shown with the question: ${question}`
  const change = probe && kind?.pixels ? changeShown(probe, sample, protocol) : null
  return (
    <>
      {probe && kind?.seen.images === 'instead' && (
        <p className="panel on-purpose" role="note">
          <strong>Not the question’s own image, on purpose.</strong> Probe: {probeName(probe)}.
        </p>
      )}
      <div className="tiles current">
        <figure className="viewer">
          {images.length === 0 && <p>{kind?.inPlaceOfImage ?? 'Text only, no image'}</p>}
          {change && images.length > 0 ? (
            <Changed run={run.id} paths={listImages(sample)} change={change} alt={alt} />
          ) : (
            <Pictures urls={images} alt={alt} />
          )}
        </figure>
        <div className="column">
          <p className="place">
            {['task', 'modality', 'parts'].map(axis => (
              <span key={axis}>{str(get(fields, axis))}</span>
            ))}
          </p>
          <p className="question">{question}</p>
          {kind?.notes?.options && <p className="muted">{kind.notes.options[0]}</p>}
          <Options
            options={protocol.listOptions(fields)}
            {...(read && { right: read.right, picked: read.picked })}
          />
          <div className="lines answer">
            <p className="muted">The model’s answer</p>
            <p className="answer-text">{text || '…'}</p>
            <p className="answer-verdict">
              {run.judging && read ? (
                <span>
                  {read.unparsed === undefined ? `rated ${read.picked}` : `unparsed: ${read.unparsed}`}
                </span>
              ) : (
                verdict && <Verdict verdict={verdict} />
              )}
              {!run.judging && verdict === 'wrong' && read && (
                <RightOrUnparsed kind={protocol.answerKind(fields)} read={read} />
              )}
            </p>
          </div>
        </div>
      </div>
    </>
  )
}

interface ChangedProps {
  readonly run: string
  /** Paths of the question's images. */
  readonly paths: readonly string[]
  readonly change: PixelChange
  readonly alt: string
}

/** The images as the pass changes them for the model. */
function Changed({ run, paths, change, alt }: ChangedProps) {
  return (
    <div className="pictures">
      {paths.map(path => (
        <ChangedPicture key={path} {...{ run, path, change, alt }} />
      ))}
    </div>
  )
}

function ChangedPicture({ run, path, change, alt }: Omit<ChangedProps, 'paths'> & { readonly path: string }) {
  const image = useImageUrl(run, path, { change })
  return <div>{image.status === 'ready' && <img src={image.url} alt={alt} />}</div>
}

/** All images of the question, side by side. */
function Pictures({ urls, alt }: { readonly urls: readonly (string | null)[]; readonly alt: string }) {
  const [only] = urls
  if (urls.length <= 1) return only ? <img src={only} alt={alt} /> : null
  return (
    <div className="pictures">
      {urls.map((url, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and an image may occur twice
        <div key={i}>{url && <img src={url} alt={`${i + 1} of ${urls.length}. ${alt}`} />}</div>
      ))}
    </div>
  )
}
