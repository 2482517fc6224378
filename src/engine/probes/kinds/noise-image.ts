import { pixelMoments } from '@voxelwise/pixels'
import * as v from 'valibot'
import { fnv1a } from '../../base/hash.ts'
import { numberThat, oneOf, optional, shape } from '../../base/schema.ts'
import { seed } from '../../base/stored-values.ts'
import { noiseLike } from '../noise.ts'
import { type ProbeKind, sharedSeed } from './probe-kind.ts'

const level = numberThat(value => value >= 0 && value <= 255, 'a number from 0 to 255')
const perColour = v.pipe(v.tuple([level, level, level]), v.readonly())

const schema = shape({
  kind: oneOf(['noise-image']),
  seed,
  /** Moments of the data set's images; in passes that have none, those of each image count. */
  moments: optional(shape({ means: perColour, deviations: perColour })),
})

/** Noise with the mean and deviation of the data set's images. */
export const noiseImage: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'noise-image',
  schema,
  // The moments follow from the data set.
  key: probe => `${probe.kind} #${probe.seed}`,
  interventions: [
    {
      listed: 'noise-image',
      name: 'Noise image',
      about: 'noise with the mean and deviation of the data set’s images',
      probes: [{ kind: 'noise-image', seed: sharedSeed }],
    },
  ],
  // As stored passes are called. Corruptions have strengths in their names.
  name: () => 'Noise',
  changes: 'image',
  prepare: () => ({ asks: ({ image }) => image !== null }),
  async completed(probe, measure) {
    const moments = await measure(probe.seed)
    return moments ? { ...probe, moments } : probe
  },
  pixels: {
    changed: (pixels, path, change) =>
      noiseLike(pixels, change.moments ?? pixelMoments(pixels), fnv1a(path, change.seed)),
  },
  seen: { images: 'instead', words: () => 'The model saw this noise instead of the image.' },
  audit: { conditions: [{ id: 'noise-image', name: 'Noise image' }] },
}
