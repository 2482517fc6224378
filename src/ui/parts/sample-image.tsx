import { useEffect, useState } from 'react'
import { decodedUrl } from '../decoded-image.ts'
import { letGo } from '../let-go.ts'
import { useImageUrl } from '../use-image-url.ts'
import { ImageViewer } from './image-viewer.tsx'

interface Props {
  readonly run: string
  readonly path: string | null
  readonly question: string
  /** What the model was shown, where that was not the image as it is. */
  readonly shown?: string | undefined
}

/** A sample's image on black, as radiologists look at images; or why there is none. */
export function SampleImage({ run, path, question, shown }: Props) {
  const image = useImageUrl(run, path)
  return (
    <figure className="viewer">
      {image.status === 'ready' && path !== null ? (
        <Picture key={image.url} url={image.url} path={path} alt={`Shown with the question: ${question}`} />
      ) : (
        <p>
          {path === null && 'Text only, no image'}
          {path !== null &&
            image.status === 'absent' &&
            'The data set folder is not at hand: choose it on the set-up page to see the image.'}
        </p>
      )}
      {path !== null && (
        <figcaption>
          <span className="mono">{path}</span>
          {shown !== undefined && <span>{shown}</span>}
        </figcaption>
      )}
    </figure>
  )
}

interface PictureProps {
  readonly url: string
  readonly path: string
  readonly alt: string
}

/** Shown by the browser, or, where that cannot, as our own decoder reads it. */
function Picture({ url, path, alt }: PictureProps) {
  const [isForeign, setForeign] = useState(false)
  const [decoded, setDecoded] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!isForeign) return
    let made: string | null = null
    let current = true
    decodedUrl(url, path).then(
      picture => {
        made = picture
        if (current) setDecoded(picture)
        else URL.revokeObjectURL(picture)
      },
      (thrown: Error) => current && setProblem(thrown.message),
    )
    return () => {
      current = false
      if (made !== null) letGo(made)
    }
  }, [isForeign, url, path])
  if (problem !== null) return <p>This image cannot be shown. {problem}</p>
  if (isForeign && decoded === null) return <p>Decoding…</p>
  return <ImageViewer key={decoded ?? url} url={decoded ?? url} alt={alt} onFail={() => setForeign(true)} />
}
