import { useImageUrl } from './use-image-url.ts'

interface Props {
  readonly run: string
  /** In the order in which the model sees them. */
  readonly paths: readonly string[]
  /** Of the one that is looked at, from 0. */
  readonly number: number
  readonly onChoose: (number: number) => void
}

/** All images of a question in small, to choose the one that is looked at. */
export function ImageStrip({ run, paths, number, onChoose }: Props) {
  return (
    <div className="image-strip">
      {paths.map((path, i) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: places that never move, and an image may be there twice
          key={i}
          type="button"
          aria-pressed={i === number}
          aria-label={`Image ${i + 1} of ${paths.length}`}
          onClick={() => onChoose(i)}
        >
          <Small run={run} path={path} />
          <span>{i + 1}</span>
        </button>
      ))}
    </div>
  )
}

function Small({ run, path }: { readonly run: string; readonly path: string }) {
  const image = useImageUrl(run, path)
  return image.status === 'ready' ? <img src={image.url} alt="" loading="lazy" /> : null
}
