import { useEffect, useState } from 'react'
import { letGo } from './let-go.ts'
import { useApp, useController } from './use-app.ts'

export type ImageUrl =
  | { readonly status: 'loading' | 'absent' }
  | { readonly status: 'ready'; readonly url: string }

/** The object URL of a sample's image, revoked when it is no longer shown. */
export function useImageUrl(run: string, path: string | null): ImageUrl {
  const controller = useController()
  const { dataset } = useApp()
  // A folder that comes to hand while the page is open may be the one that has the image.
  const atHand = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const [image, setImage] = useState<ImageUrl>({ status: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `atHand` decides what the controller finds
  useEffect(() => {
    if (path === null) return setImage({ status: 'absent' })
    let shown: string | null = null
    let current = true
    setImage({ status: 'loading' })
    controller.imageUrl(run, path).then(
      url => {
        if (url === null) {
          if (current) setImage({ status: 'absent' })
        } else if (current) {
          shown = url
          setImage({ status: 'ready', url })
        } else {
          URL.revokeObjectURL(url)
        }
      },
      () => {
        if (current) setImage({ status: 'absent' })
      },
    )
    return () => {
      current = false
      if (shown !== null) letGo(shown)
    }
  }, [controller, run, path, atHand])
  return image
}
