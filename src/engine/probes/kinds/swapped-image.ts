import type * as v from 'valibot'
import { mapValues } from '../../base/grouping.ts'
import { oneOf, shape } from '../../base/schema.ts'
import { seed } from '../../base/stored-values.ts'
import { imagesKey, listImages } from '../../protocol/sample.ts'
import { imageLists, labelledImages, swapPlan } from '../image-swap.ts'
import { otherQuestionsImages } from './other-images.ts'
import { type ProbeKind, sharedSeed } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['swapped-image']), seed })

/** Its condition in an audit. */
export const wrongImage = 'wrong-image'

/** The images of another question, of the same modality and region if possible. */
export const swappedImage: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'swapped-image',
  schema,
  key: probe => `${probe.kind} #${probe.seed}`,
  interventions: [
    {
      listed: wrongImage,
      name: 'Wrong image',
      about: 'another image, of the same modality and region if possible',
      probes: [{ kind: 'swapped-image', seed: sharedSeed }],
    },
  ],
  changes: 'image',
  prepare(probe, samples) {
    const lists = imageLists(samples)
    const plan = swapPlan(labelledImages(samples), probe.seed)
    const swaps = mapValues(plan, ({ replacement }) => lists.get(replacement))
    return {
      asks: sample => sample.image !== null && swaps.has(imagesKey(listImages(sample))),
      images: own => swaps.get(imagesKey(own)),
    }
  },
  needsAllSamples: () => true,
  seen: otherQuestionsImages.seen,
  others: otherQuestionsImages.others,
  audit: { conditions: [{ id: wrongImage, name: 'Wrong image' }] },
}
