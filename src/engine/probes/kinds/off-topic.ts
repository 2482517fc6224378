import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['off-topic']) })

/** A photograph that has nothing to do with the question. */
export const offTopic: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'off-topic',
  schema,
  interventions: [
    {
      listed: 'off-topic',
      name: 'Off-topic photograph',
      about: 'a photograph of a cat',
      probes: [{ kind: 'off-topic' }],
    },
  ],
  changes: 'image',
  prepare: () => ({ asks: ({ image }) => image !== null }),
  pixels: { changed: (pixels, _path, _change, { offTopicLike }) => offTopicLike(pixels) },
  seen: { images: 'instead', words: () => 'The model saw this photograph instead of the image.' },
  hidesEvidence: true,
  audit: { conditions: [{ id: 'off-topic', name: 'Off-topic photograph' }] },
}
