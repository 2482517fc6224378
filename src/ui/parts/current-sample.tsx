import { readLetter } from '../../engine/judge.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { rightLetter } from '../../engine/prompt.ts'
import { get, str } from '../../engine/python.ts'
import { probeName } from '../probe-names.ts'
import type { LiveRun } from '../state.ts'
import { Options } from './options.tsx'
import { Verdict } from './verdict.tsx'

interface Props {
  readonly current: NonNullable<LiveRun['current']>
  /** What the run changes of each sample. */
  readonly probe: Probe | undefined
}

/** The question being asked right now: image, options, the answer as it comes, and the verdict. */
export function CurrentSample({ current, probe }: Props) {
  const { sample, image, text, verdict } = current
  const { fields } = sample
  const question = str(get(fields, 'question'))
  const marks = verdict ? { right: rightLetter(fields), picked: readLetter(text) } : {}
  return (
    <div className="current">
      <figure className="viewer">
        {image ? (
          <img src={image} alt={`Shown with the question: ${question}`} />
        ) : (
          <p>{probe?.kind === 'blank-image' ? 'A blank image' : 'Text only, no image'}</p>
        )}
        {probe?.kind === 'corruption' && (
          <figcaption>The model is shown it spoilt: {probeName(probe).toLowerCase()}.</figcaption>
        )}
      </figure>
      <div className="asked">
        <p className="place">
          {['task', 'modality', 'parts'].map(axis => (
            <span key={axis}>{str(get(fields, axis))}</span>
          ))}
        </p>
        <p className="question">{question}</p>
        <Options fields={fields} {...marks} />
        <div className="answer">
          <p className="answer-name">The model says</p>
          <p className="answer-text">{text || '…'}</p>
          <p className="answer-verdict">{verdict && <Verdict verdict={verdict} />}</p>
        </div>
      </div>
    </div>
  )
}
