import { useEffect, useState } from 'react'
import { revokeLater } from '../../../app/run/sample-preview.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import type { PixelChange } from '../../../engine/probes/perturbation.ts'
import { useApp, useController } from '../../hooks/use-app.ts'

export type ImageUrl =
  /** Absent is what has no image, or one in a folder that is not at hand. */
  | { readonly status: 'loading' | 'absent' }
  | { readonly status: 'ready'; readonly url: string }
  | { readonly status: 'failed'; readonly error: ErrorInfo }

/** How an image is wanted: its own file, or what our decoder reads of it, changed as a pass does. */
export type ImageAs = 'file' | { readonly change: PixelChange | null }

/** The object URL of a sample's image, revoked when it is no longer shown. */
export function useImageUrl(run: string, path: string | null, as: ImageAs = 'file'): ImageUrl {
  const controller = useController()
  const { dataset } = useApp()
  // A folder that comes to hand while the page is open may be the one that has the image; one that is shown stays.
  const atHand = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const [from, setFrom] = useState(atHand)
  const [image, setImage] = useState<{ readonly wanted: string; readonly url: ImageUrl } | null>(null)
  const wanted = JSON.stringify([run, path, as, from])
  const answer: ImageUrl = image?.wanted === wanted ? image.url : { status: 'loading' }
  if (from !== atHand && answer.status !== 'ready') setFrom(atHand)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says all of what is asked, and what the controller finds
  useEffect(() => {
    const tell = (url: ImageUrl) => setImage({ wanted, url })
    if (path === null) return tell({ status: 'absent' })
    let shown: string | null = null
    let current = true
    const made = as === 'file' ? controller.imageUrl(run, path) : controller.pictureUrl(run, path, as.change)
    made.then(
      url => {
        if (url === null) {
          if (current) tell({ status: 'absent' })
        } else if (current) {
          shown = url
          tell({ status: 'ready', url })
        } else {
          URL.revokeObjectURL(url)
        }
      },
      thrown => {
        if (current) tell({ status: 'failed', error: internalError(path, thrown) })
      },
    )
    return () => {
      current = false
      if (shown !== null) revokeLater(shown)
    }
  }, [controller, wanted])
  return answer
}
