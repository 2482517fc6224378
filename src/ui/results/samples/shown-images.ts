/** The images that a sample's page shows: its own, and beside them what a pass showed the model. */
import { findProbeKind, isPixelChange } from '../../../engine/probes/kind-of.ts'
import { changeShown } from '../../../engine/probes/own-sample.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import { imagesShownIn, type RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import type { Shown } from '../../shared/sample/sample-image.tsx'

interface SampleImages {
  /** Rooted paths, in order: the sample's own, or those of a pass with other examples as the model got them. */
  readonly paths: readonly string[]
  /** What a pass showed the model in place of each; absent where it changed no image. */
  readonly shown?: readonly Shown[]
  /** Said of all of them; absent where nothing is to be said. */
  readonly note?: string
}

/** @param record null while it is read */
export function sampleImages(
  run: Pick<Run, 'probe' | 'settings'> | undefined,
  sample: Parameters<typeof listImages>[0],
  record: RunRecord | null,
): SampleImages {
  const samplePaths = listImages(sample)
  const probe = run?.probe
  if (!probe) return { paths: samplePaths }
  const { seen } = findProbeKind(probe)
  if (seen.images === 'none') return { paths: [] }
  const paths = record ? imagesShownIn(record) : samplePaths
  if (seen.images === 'examples') return { paths, ...(paths.length > 0 && { note: seen.note }) }
  if (seen.images === 'own') return { paths: samplePaths, shown: [] }
  const text = seen.words(probe)
  const protocol = findProtocol(run.settings.protocol)
  const change = record ? changeShown(probe, record.sample, protocol) : isPixelChange(probe) ? probe : null
  return { paths: samplePaths, shown: paths.map(path => ({ path, change, text })) }
}
