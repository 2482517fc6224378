import { useImageUrl } from '../use-image-url.ts'

interface Props {
  readonly run: string
  readonly path: string | null
  readonly question: string
}

/** A sample's image on black, as radiologists look at images; or why there is none. */
export function SampleImage({ run, path, question }: Props) {
  const image = useImageUrl(run, path)
  return (
    <figure className="viewer">
      {image.status === 'ready' ? (
        <img src={image.url} alt={`Shown with the question: ${question}`} />
      ) : (
        <p>
          {path === null && 'Text only, no image'}
          {path !== null &&
            image.status === 'absent' &&
            'The data set folder is not at hand: choose it on the set-up page to see the image.'}
        </p>
      )}
      {path !== null && <figcaption className="mono">{path}</figcaption>}
    </figure>
  )
}
