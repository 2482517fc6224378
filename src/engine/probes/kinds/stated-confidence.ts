import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import type { Turn } from '../../protocol/turns.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['stated-confidence']) })

/** Our own wording, version 1. */
const question =
  'How sure are you that your answer is correct? Reply with one whole number from 0 (not sure at all) to 100 (certain).'

/** A conversation whose last question was answered, and the question how sure the model is. */
const withConfidenceTurn = (turns: readonly Turn[], answer: string): readonly Turn[] => [
  ...turns,
  { role: 'assistant', parts: [{ type: 'text', text: answer }] },
  { role: 'user', parts: [{ type: 'text', text: question }] },
]

/** The only number of a reply, if it is whole and from 0 to 100; null for any other reply. */
function statedConfidence(reply: string): number | null {
  const [number, ...more] = reply.match(/-?\d+(?:[.,]\d+)?/g) ?? []
  const value = Number(number ?? Number.NaN)
  return more.length === 0 && Number.isInteger(value) && value >= 0 && value <= 100 ? value : null
}

/** After the answer a second turn asks how sure the model is. */
export const statedConfidences: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'stated-confidence',
  schema,
  interventions: [
    {
      listed: 'stated-confidence',
      name: 'Stated confidence',
      about: 'how sure the model says it is, in a second turn',
      probes: [{ kind: 'stated-confidence' }],
    },
  ],
  changes: 'other',
  prepare: () => ({ asks: () => true }),
  seen: { images: 'own' },
  secondTurn: {
    turns: withConfidenceTurn,
    tokens: 16,
    read: reply => ({ stated: { reply, percent: statedConfidence(reply) } }),
  },
}
