import { useEffect, useState } from 'react'
import { revokeLater } from '../../../app/run/sample-preview.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { DepthOf } from '../../../ui/shared/sample/depth/depth-figure.tsx'
import { ImageViewer } from '../../../ui/shared/sample/image-viewer.tsx'
import type { Desk } from '../app/desk-commands.ts'
import type { ShownQuestion } from '../engine/desk-facts.ts'

interface Props {
  readonly desk: Desk
  readonly sitting: string
  readonly question: Pick<ShownQuestion, 'place' | 'images'>
}

/** The images of a question, one at a time, with zoom and window; with the slices of a volume, where it is one. */
export function QuestionImages({ desk, sitting, question: { place, images } }: Props) {
  const [number, setNumber] = useState(0)
  if (images === 0) return null
  return (
    <>
      <OneImage key={number} desk={desk} sitting={sitting} place={place} number={number} of={images} />
      {images > 1 && (
        <div className="actions reader-strip">
          {Array.from({ length: images }, (_, at) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and an image may occur twice
              key={at}
              aria-pressed={at === number}
              aria-label={`Image ${at + 1} of ${images}`}
              onClick={() => setNumber(at)}
            >
              {at + 1}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

interface OneProps {
  readonly desk: Desk
  readonly sitting: string
  readonly place: number
  readonly number: number
  readonly of: number
}

function OneImage({ desk: { remote }, sitting, place, number, of }: OneProps) {
  const image = `image ${number} of question ${place} of ${sitting}`
  const file = useAsync(image, async () => remote.image(sitting, place, number))
  const url = useObjectUrl(file.status === 'ready' ? file.value : null)
  const [isBroken, setBroken] = useState(false)
  if (file.status === 'failed') return <ErrorBox error={file.error} />
  return (
    <>
      <figure className="viewer">
        {isBroken ? (
          <p>The browser cannot show this image.</p>
        ) : (
          url && (
            <ImageViewer
              key={url}
              url={url}
              alt={of > 1 ? `Image ${number + 1} of ${of} of this question` : 'The image of this question'}
              onFail={() => setBroken(true)}
            />
          )
        )}
      </figure>
      {file.status === 'ready' && (
        <DepthOf
          image={image}
          subject=""
          window={undefined}
          read={frame => remote.depth(sitting, place, number, frame)}
        />
      )}
    </>
  )
}

/** An address of a file while the component is shown. */
function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => revokeLater(made)
  }, [file])
  return url
}
