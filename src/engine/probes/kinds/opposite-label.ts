import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import { seed } from '../../base/stored-values.ts'
import { labelSwaps } from '../label-swap.ts'
import { otherQuestionsImages } from './other-images.ts'
import { type ProbeKind, sharedSeed } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['opposite-label']), seed })

/** Another image for which another of the question's options is right. */
export const oppositeLabel: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'opposite-label',
  schema,
  key: probe => `${probe.kind} #${probe.seed}`,
  interventions: [
    {
      listed: 'opposite-label',
      name: 'Image of another answer',
      about: 'an image for which another option is right',
      probes: [{ kind: 'opposite-label', seed: sharedSeed }],
    },
  ],
  changes: 'image',
  prepare(probe, samples, protocol) {
    const swaps = labelSwaps(samples, protocol, 'another', probe.seed)
    return {
      asks: ({ index }) => swaps.has(index),
      images: (_, index) => swaps.get(index)?.images,
      swappedRight: index => swaps.get(index)?.right,
      alone: 'all',
    }
  },
  needsAllSamples: () => true,
  seen: otherQuestionsImages.seen,
  others: otherQuestionsImages.others,
  hasSwappedRight: true,
  audit: {
    conditions: [{ id: 'opposite-label', name: 'Image of another answer' }],
    counts: ({ correct }) => correct,
  },
}
