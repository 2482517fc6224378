import type * as v from 'valibot'
import { oneOf, shape, whole } from '../../base/schema.ts'
import { paraphrased, wordings } from '../reworded.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({
  kind: oneOf(['paraphrase']),
  /** A template's number. */
  wording: whole(1, wordings),
})

/** The question in other words. */
export const paraphrase: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'paraphrase',
  schema,
  key: ({ kind, wording }) => `${kind} ${wording}`,
  interventions: [
    {
      listed: 'paraphrase',
      name: 'Other wordings',
      about: 'the question in five other wordings',
      probes: Array.from({ length: wordings }, (_, i) => ({ kind: 'paraphrase', wording: i + 1 })),
    },
  ],
  name: ({ wording }) => `Other wording ${wording}`,
  changes: 'wording',
  prepare: ({ wording }) => ({
    asks: ({ image }) => image !== null,
    fields: ({ fields }) => paraphrased(fields, wording),
  }),
  seen: { images: 'own' },
  audit: { conditions: [{ id: 'paraphrase', name: 'Other wording' }], isOnlyAdded: true },
}
