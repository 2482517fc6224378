import { useEffect, useState } from 'react'
import { revokeLater } from '../../../app/run/sample-preview.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import type { PixelChange } from '../../../engine/protocol/probe.ts'
import { useApp, useController } from '../../hooks/use-app.ts'

type ImageUrl =
  /** Absent: no image, or its folder is not open. */
  | { readonly status: 'loading' | 'absent' }
  | { readonly status: 'ready'; readonly url: string }
  | { readonly status: 'failed'; readonly error: ErrorInfo }

/** The image as its file, or decoded by Voxelwise and changed as in a probe. */
export type ImageAs = 'file' | { readonly change: PixelChange | null }

/** The object URL of a sample's image, revoked when it is no longer shown. */
export function useImageUrl(run: string, path: string | null, as: ImageAs = 'file'): ImageUrl {
  const controller = useController()
  const dataset = useApp(state => state.dataset)
  // A folder opened later may have the image; an image that is already shown stays.
  const openDataset = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const [from, setFrom] = useState(openDataset)
  const [image, setImage] = useState<{ readonly wanted: string; readonly url: ImageUrl } | null>(null)
  const wanted = JSON.stringify([run, path, as, from])
  const answer: ImageUrl = image?.wanted === wanted ? image.url : { status: 'loading' }
  if (from !== openDataset && answer.status !== 'ready') setFrom(openDataset)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` covers all inputs, and the open folder
  useEffect(() => {
    const show = (url: ImageUrl) => setImage({ wanted, url })
    if (path === null) return show({ status: 'absent' })
    let shown: string | null = null
    let current = true
    const made = as === 'file' ? controller.imageUrl(run, path) : controller.pictureUrl(run, path, as.change)
    made.then(
      url => {
        if (url === null) {
          if (current) show({ status: 'absent' })
        } else if (current) {
          shown = url
          show({ status: 'ready', url })
        } else {
          URL.revokeObjectURL(url)
        }
      },
      thrown => {
        if (current) show({ status: 'failed', error: internalError(path, thrown) })
      },
    )
    return () => {
      current = false
      if (shown !== null) revokeLater(shown)
    }
  }, [controller, wanted])
  return answer
}
