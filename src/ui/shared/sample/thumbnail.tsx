import { useImageUrl } from './use-image-url.ts'

/** The image in small, where its folder is available. */
export function Thumbnail({ run, path }: { readonly run: string; readonly path: string | null }) {
  const image = useImageUrl(run, path)
  return (
    <div className="thumbnail" data-status={image.status}>
      {image.status === 'ready' ? (
        <img src={image.url} alt="" loading="lazy" />
      ) : (
        <span>{image.status === 'absent' && 'folder not available'}</span>
      )}
    </div>
  )
}
