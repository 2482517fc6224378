import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['text-only']) })

/** No image at all. */
export const textOnly: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'text-only',
  schema,
  interventions: [
    {
      listed: 'text-only',
      name: 'No image',
      about: 'the question alone, without an image',
      probes: [{ kind: 'text-only' }],
    },
  ],
  changes: 'image',
  prepare: () => ({ asks: ({ image }) => image !== null, images: () => [] }),
  seen: { images: 'none' },
  audit: { conditions: [{ id: 'text-only', name: 'No image' }] },
}
