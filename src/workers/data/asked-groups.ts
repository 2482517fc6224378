import { IndexSet } from '../../engine/base/index-set.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { plannedOf } from '../../engine/probes/planned.ts'
import type { Planned } from '../../engine/protocol/metrics.ts'
import { askedOf } from '../../engine/protocol/order.ts'
import { imagesRecur } from '../../engine/protocol/plan.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { maxImages, type Sample } from '../../engine/protocol/sample.ts'
import type { AskedGroups } from '../contracts/folders.ts'

/** What a run asks of all samples that were loaded. */
export function askedGroups(
  samples: readonly Sample[],
  { settings, probe }: Pick<Run, 'settings' | 'probe'>,
): { readonly asked: AskedGroups; readonly planned: Planned } {
  const protocol = protocolOf(settings.protocol)
  const own = askedOf(samples, settings)
  const perturbation = new Perturbation(probe, own.samples, protocol)
  const asks = new IndexSet()
  for (const sample of own.samples) if (perturbation.asks(sample)) asks.add(sample.index)
  const indices = new Uint32Array(asks.size)
  const ends = new Uint32Array(own.groups.length)
  let end = 0
  for (const [number, group] of own.groups.entries()) {
    for (const index of group.samples) if (asks.has(index)) indices[end++] = index
    ends[number] = end
  }
  const asked = {
    samples: indices,
    ends,
    questions: own.samples.length,
    images: own.groups.filter(({ images }) => images.length > 0).length,
    maxImages: maxImages(own.samples),
    hasExamples: own.samples.some(({ fields }) => (protocol.examples?.(fields) ?? []).length > 0),
    imagesRecur: imagesRecur(own.groups),
  }
  return { asked, planned: plannedOf(own.samples, perturbation, protocol) }
}
