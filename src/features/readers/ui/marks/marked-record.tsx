import { get, str } from '@voxelwise/python'
import { Perturbation } from '../../../../engine/probes/perturbation.ts'
import { findProtocol } from '../../../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../../engine/protocol/record.ts'
import type { Run } from '../../../../engine/protocol/run.ts'
import { sampleImages } from '../../../../ui/results/samples/shown-images.ts'
import { Options } from '../../../../ui/shared/sample/options.tsx'
import { RightAnswer } from '../../../../ui/shared/sample/read-answer.tsx'
import { SampleImage } from '../../../../ui/shared/sample/sample-image.tsx'

interface Props {
  readonly run: Run
  readonly record: RunRecord
  /** Whether neither the right answer nor the name of a file is shown. */
  readonly isBlind: boolean
}

/** An answer with its image and question, as the run asked it. */
export function MarkedRecord({ run, record, isBlind }: Props) {
  const protocol = findProtocol(run.settings.protocol)
  const fields = new Perturbation(run.probe, [record.sample], protocol).fields(record.sample)
  const options = protocol.listOptions(fields)
  const { note, ...images } = sampleImages(run, record.sample, record)
  const question = str(get(fields, 'question'))
  const answered = record.status === 'answered' ? record : null
  return (
    <>
      <SampleImage run={run.id} question={question} hasDepth isNamed={!isBlind} {...images} />
      {note && <p className="muted">{note}</p>}
      <h2 className="reader-text">{question}</h2>
      <Options
        options={options}
        {...(!isBlind && { right: record.rightAnswer, picked: answered?.parsed ?? '' })}
      />
      {!isBlind && options.length === 0 && <RightAnswer answer={record.rightAnswer} />}
      <h3>{isBlind ? 'Reply' : 'Answer'}</h3>
      {answered?.score?.thought && <pre>{answered.score.thought.text}</pre>}
      <pre>{answered?.response ?? '(none)'}</pre>
    </>
  )
}
