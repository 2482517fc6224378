import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['unchanged']) })

/** The same question once more, decoded as in the run. A run of a model in the page repeats itself, a server need not. */
export const unchanged: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'unchanged',
  schema,
  interventions: [
    {
      listed: 'unchanged',
      name: 'Nothing changed',
      about: 'the same question once more, as in the run: how often a server changes its answer by itself',
      probes: [{ kind: 'unchanged' }],
      isVariant: true,
    },
  ],
  changes: 'nothing',
  prepare: () => ({ asks: ({ image }) => image !== null }),
  seen: { images: 'own' },
  audit: { conditions: [{ id: 'unchanged', name: 'Nothing changed' }], isOnlyAdded: true },
}
