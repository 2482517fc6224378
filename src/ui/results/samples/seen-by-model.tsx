import { ownValue } from '@voxelwise/python'
import { useEffect, useState } from 'react'
import type { SeenPicture } from '../../../data/images/picture.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { changeQuery, useRoute } from '../../state/router.ts'

/** How often a token is repeated at least to be counted instead of written. */
const least = 4
/** Characters of the longest token that is looked for. */
const longest = 80

/** A prompt with its runs of one image token counted: "<image> × 64". */
export function foldedPrompt(prompt: string): string {
  let text = ''
  for (let at = 0; at < prompt.length; ) {
    const token = tokenAt(prompt, at)
    let times = 1
    while (token !== null && prompt.startsWith(token, at + times * token.length)) times++
    if (token !== null && times >= least) text += `${token} × ${times} `
    else text += token === null ? prompt[at] : token.repeat(times)
    at += token === null ? 1 : token.length * times
  }
  return text
}

const closing: Readonly<Record<string, string>> = { '<': '>', '[': ']' }

/** "<image>" or "[IMG]"; null where no such token begins. */
function tokenAt(prompt: string, at: number): string | null {
  const close = ownValue(closing, prompt[at] ?? '')
  if (close === undefined) return null
  const token = prompt.slice(at, at + longest)
  const end = token.indexOf(close)
  return end > 0 ? token.slice(0, end + 1) : null
}

interface Props {
  readonly run: string
  readonly record: RunRecord
}

/** The image and the prompt as they reached the model, prepared again on request; the request is in the address. */
export function SeenByModel({ run, record }: Props) {
  const isOpen = useRoute().query.get('seen') === 'yes'
  return (
    <details
      className="methods-note"
      open={isOpen}
      onToggle={event => {
        if (event.currentTarget.open !== isOpen)
          changeQuery({ seen: event.currentTarget.open ? 'yes' : null })
      }}
    >
      <summary>What the model saw</summary>
      {isOpen && <Seen run={run} record={record} />}
    </details>
  )
}

function Seen({ run, record }: Props) {
  const controller = useController()
  const seen = useAsync(`seen ${run} ${record.sample.index}`, () => controller.seenByModel(run, record))
  if (seen.status === 'loading') return <p className="muted">Preparing the question again…</p>
  if (seen.status === 'failed') return <ErrorBox error={seen.error} />
  if (seen.value === null)
    return <p>Choose the run’s data set and model under Set up to see what reached the model.</p>
  const { images, prompt, tokens } = seen.value
  return (
    <div className="stack">
      {images.map((pictures, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and an image may occur twice
        <Pictures key={at} pictures={pictures} />
      ))}
      <h4>Prompt with chat template, {counted(tokens, 'token')}</h4>
      <pre>{foldedPrompt(prompt)}</pre>
    </div>
  )
}

/** "3 pictures of 64 × 64 pixels", each drawn. */
function Pictures({ pictures }: { readonly pictures: readonly SeenPicture[] }) {
  const sizes = [...new Set(pictures.map(({ width, height }) => `${width} × ${height}`))]
  if (pictures.length === 0) return null
  return (
    <figure>
      <figcaption className="muted">
        {counted(pictures.length, 'picture')} of {sizes.join(' and ')} pixels, resized, padded and cut for the
        image encoder
      </figcaption>
      <div className="row seen-pictures">
        {pictures.map((picture, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is the encoder's
          <Picture key={at} picture={picture} number={at + 1} />
        ))}
      </div>
    </figure>
  )
}

function Picture({ picture, number }: { readonly picture: SeenPicture; readonly number: number }) {
  const { file, width, height } = picture
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url && <img src={url} width={width} height={height} alt={`Part ${number}, as the encoder got it`} />
}
