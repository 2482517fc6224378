import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import { canWithhold, withoutOptions } from '../withheld-options.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['no-options']) })

/** Choices without their options, answered in words. */
export const noOptions: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'no-options',
  schema,
  interventions: [
    {
      listed: 'no-options',
      name: 'Options withheld',
      about: 'the question without its options, answered in words',
      probes: [{ kind: 'no-options' }],
    },
  ],
  changes: 'other',
  prepare: (_, __, protocol) => ({
    asks: ({ fields }) => canWithhold(protocol, fields),
    protocol: withoutOptions(protocol),
  }),
  seen: { images: 'own' },
  notes: { options: ['The model does not see these options.', 'The model did not see these options.'] },
  isInText: true,
  isWithoutChance: true,
  audit: { conditions: [{ id: 'no-options', name: 'Options withheld' }] },
}
