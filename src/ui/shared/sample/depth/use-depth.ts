import { useEffect, useRef, useState } from 'react'
import type { Depth } from '../../../../data/images/depth.ts'
import { type ErrorInfo, internalError } from '../../../../engine/base/errors.ts'
import { useApp, useController } from '../../../hooks/use-app.ts'

/** `depth` is null where there is no more than the picture, or nothing was read yet. */
export interface DepthState {
  readonly depth: Depth | null
  readonly error: ErrorInfo | null
}

/**
 * A frame or slice of an image with all of its depth; the one before stays until it is read. While one is read, only the last
 * that was wanted waits.
 * @param place from 0; null for the one that the path names
 */
export function useDepth(run: string, path: string, place: number | null): DepthState {
  const controller = useController()
  const dataset = useApp(state => state.dataset)
  const open = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const wanted = JSON.stringify([run, path, place, open])
  const [read, setRead] = useState<DepthState & { readonly of: string }>({ of: '', depth: null, error: null })
  const isReading = useRef(false)
  const { of } = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` covers all inputs, and the open folder
  useEffect(() => {
    if (isReading.current || of === wanted) return
    isReading.current = true
    controller
      .depth(run, path, place)
      .then(
        depth => ({ depth, error: null }),
        thrown => ({ depth: null, error: internalError(path, thrown) }),
      )
      .then(next => {
        isReading.current = false
        setRead(last => ({ of: wanted, ...next, depth: next.error ? last.depth : next.depth }))
      })
  }, [controller, wanted, of])
  return read
}
