import type * as v from 'valibot'
import { type RelativeDetail, relativeDetails } from '../../../engine/base/image-detail.ts'
import { oneOf, shape } from '../../../engine/base/schema.ts'
import type { ProbeKind } from '../../../engine/probes/kinds/probe-kind.ts'

const schema = shape({ kind: oneOf(['image-detail']), detail: oneOf(relativeDetails) })

const names: Readonly<Record<RelativeDetail, string>> = {
  least: 'Least image detail',
  middle: 'Middle image detail',
}

/** The image as it is, prepared more coarsely, as the model's own processor can be asked to. */
export const detailProbe: ProbeKind<v.InferOutput<typeof schema>> = {
  rank: 3,
  kind: 'image-detail',
  schema,
  key: ({ kind, detail }) => `${kind} ${detail}`,
  interventions: [
    {
      listed: 'image-detail',
      name: 'Image detail',
      about: 'the image at the least and at a middle detail that the model’s processor offers',
      probes: relativeDetails.map(detail => ({ kind: 'image-detail', detail })),
    },
  ],
  name: ({ detail }) => names[detail],
  changes: 'image',
  prepare: () => ({ asks: ({ image }) => image !== null }),
  pixels: { changed: pixels => pixels, detail: ({ detail }) => detail },
  seen: { images: 'own' },
  costsAs: ({ kind, detail }) => `${kind} ${detail}`,
}
