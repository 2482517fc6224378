import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import { seed } from '../../base/stored-values.ts'
import { labelSwaps } from '../label-swap.ts'
import { otherQuestionsImages } from './other-images.ts'
import { type ProbeKind, sharedSeed } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['same-label']), seed })

/** Another image with the same right answer to the same task. */
export const sameLabel: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'same-label',
  schema,
  key: probe => `${probe.kind} #${probe.seed}`,
  interventions: [
    {
      listed: 'same-label',
      name: 'Image of the same answer',
      about: 'another image with the same right answer',
      probes: [{ kind: 'same-label', seed: sharedSeed }],
    },
  ],
  changes: 'image',
  prepare(probe, samples, protocol) {
    const swaps = labelSwaps(samples, protocol, 'same', probe.seed)
    return {
      asks: ({ index }) => swaps.has(index),
      images: (_, index) => swaps.get(index)?.images,
      alone: 'all',
    }
  },
  needsAllSamples: () => true,
  seen: otherQuestionsImages.seen,
  others: otherQuestionsImages.others,
  audit: {
    conditions: [{ id: 'same-label', name: 'Image of the same answer' }],
    counts: ({ correct }) => correct,
  },
}
