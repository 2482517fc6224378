import { blankLike } from '@voxelwise/pixels'
import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['blank-image']) })
type BlankImage = v.InferOutput<typeof schema>

/** A uniform grey instead of the image. */
export const blankImage: ProbeKind<BlankImage> = {
  kind: 'blank-image',
  schema,
  interventions: [
    {
      listed: 'blank-image',
      name: 'Blank image',
      about: 'a uniform grey image',
      probes: [{ kind: 'blank-image' }],
    },
  ],
  changes: 'image',
  prepare: () => ({ asks: ({ image }) => image !== null }),
  pixels: { changed: blankLike, isUniform: true },
  seen: { images: 'instead', words: () => 'The model saw this uniform grey instead of the image.' },
  inPlaceOfImage: 'A blank image',
  hidesEvidence: true,
  audit: { conditions: [{ id: 'blank-image', name: 'Blank image' }] },
}
