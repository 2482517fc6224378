import { counted } from '../../../engine/base/counted.ts'
import type { ModelOutput, ServerSaid } from '../../../engine/protocol/record.ts'
import { count, milliseconds } from '../../text/format.ts'

const stopText: Readonly<Record<ModelOutput['stop'], string>> = {
  'end-token': ' ended by the model',
  'max-new-tokens': ' cut at the token limit',
  verdict: ' stopped early: no further text could change the verdict',
  choices: ' from the probabilities of the option letters',
}

/** "; finish reason “length”, at attempt 2". */
function serverText({ finish, tries, thoughts, thinkingTokens, reencoded }: ServerSaid): string {
  const parts = [
    `finish reason “${finish}”`,
    ...(tries > 1 ? [`at attempt ${tries}`] : []),
    ...(thoughts === undefined
      ? []
      : [
          `after ${counted(thoughts, 'character')} of reasoning${
            thinkingTokens === undefined ? '' : ` (${counted(thinkingTokens, 'token')})`
          }`,
        ]),
    ...(reencoded === undefined ? [] : [`${counted(reencoded, 'image')} sent as PNG`]),
  ]
  return `; ${parts.join(', ')}`
}

interface Props {
  readonly score: ModelOutput
  /** How many its question has. */
  readonly images: number
}

/** The cost of the answer: tokens and milliseconds. */
export function ScoreFacts({ score: { tokens, timings, stop, server }, images }: Props) {
  const total = timings.encode + timings.prefix + timings.prefill + timings.decode
  return (
    <>
      <h4>Tokens and time</h4>
      <dl className="facts">
        <dt>Prompt</dt>
        <dd>
          {counted(tokens.prompt, 'token')}
          <span className="muted">
            {server ? '' : ` ${count(tokens.image)} of ${images > 1 ? `${images} images` : 'the image'},`}{' '}
            {count(tokens.reused)} reused
          </span>
        </dd>
        <dt>Answer</dt>
        <dd>
          {counted(tokens.generated, 'token')}
          <span className="muted">{stopText[stop]}</span>
          {server && <span className="muted">{serverText(server)}</span>}
        </dd>
        <dt>Time</dt>
        <dd>
          {milliseconds(total)}
          {!server && (
            <span className="muted">
              {' '}
              image {milliseconds(timings.encode)}, shared prefix {milliseconds(timings.prefix)}, question{' '}
              {milliseconds(timings.prefill)}, answer {milliseconds(timings.decode)}
            </span>
          )}
        </dd>
      </dl>
    </>
  )
}
