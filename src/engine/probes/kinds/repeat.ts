import type * as v from 'valibot'
import { oneOf, shape, whole } from '../../base/schema.ts'
import type { ProbeKind } from './probe-kind.ts'

/** How many times an answer can be drawn. */
const draws = 5

const schema = shape({
  kind: oneOf(['repeat']),
  /** The number of the draw. */
  draw: whole(1, draws),
})

/** The same question, with the answer's tokens drawn by their probabilities. */
export const repeat: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'repeat',
  schema,
  key: ({ kind, draw }) => `${kind} ${draw}`,
  interventions: [
    {
      listed: 'repeat',
      name: 'Repeated',
      about: 'the same question five times, with answers drawn at temperature 1',
      probes: Array.from({ length: draws }, (_, i) => ({ kind: 'repeat', draw: i + 1 })),
    },
  ],
  name: ({ draw }) => `Repeated, draw ${draw}`,
  changes: 'nothing',
  prepare: () => ({ asks: () => true }),
  seen: { images: 'own' },
  isInText: true,
  drawSeed: ({ draw }, index) => index * draws + draw,
  audit: { conditions: [{ id: 'repeat', name: 'Repeated, drawn' }], isOnlyAdded: true },
}
