import { useImageUrl } from './use-image-url.ts'

interface Props {
  readonly run: string
  /** In the model's order. */
  readonly paths: readonly string[]
  /** Index of the selected image. */
  readonly number: number
  readonly onChoose: (number: number) => void
}

/** Thumbnails of all images of a question; selects the one to view. */
export function ImageStrip({ run, paths, number, onChoose }: Props) {
  return (
    <div className="image-strip">
      {paths.map((path, i) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and an image may occur twice
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
