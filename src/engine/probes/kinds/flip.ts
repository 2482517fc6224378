import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import { mirroredTexts } from '../reworded.ts'
import { mirrored } from '../turning.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['flip']) })

/** The image mirrored, with left and right exchanged in the texts. */
export const flip: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'flip',
  schema,
  interventions: [
    {
      listed: 'flip',
      name: 'Mirrored image',
      about: 'left and right exchanged in image, question and options',
      probes: [{ kind: 'flip' }],
    },
  ],
  changes: 'image',
  prepare: () => ({
    asks: ({ image, fields }) => image !== null && mirroredTexts(fields) !== fields,
    fields: ({ fields }) => mirroredTexts(fields),
  }),
  pixels: { changed: mirrored },
  seen: { images: 'instead', words: () => 'The model saw the mirrored image.' },
  audit: { conditions: [{ id: 'flip', name: 'Mirrored image' }] },
}
