import { useEffect, useState } from 'react'
import type { SeenPicture } from '../../../data/images/picture.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { foldedPrompt } from '../../shared/sample/folded-prompt.ts'
import { changeQuery, useRoute } from '../../state/router.ts'

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
      <div className="seen-pictures">
        {pictures.map((picture, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is the encoder's
          <Picture key={at} picture={picture} number={at + 1} />
        ))}
      </div>
    </figure>
  )
}

function Picture({
  picture: { file, width, height },
  number,
}: {
  readonly picture: SeenPicture
  readonly number: number
}) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url && <img src={url} width={width} height={height} alt={`Part ${number}, as the encoder got it`} />
}
