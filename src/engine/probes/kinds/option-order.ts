import type * as v from 'valibot'
import { oneOf, shape, whole } from '../../base/schema.ts'
import { rotated } from '../../protocol/protocol.ts'
import { hasOrder } from '../option-order.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({
  kind: oneOf(['option-order']),
  /** How many places the options move on, cyclically. */
  shift: whole(1, 25),
})
type OptionOrder = v.InferOutput<typeof schema>

export const movedBy = (shift: number): OptionOrder => ({ kind: 'option-order', shift })

/** The options in another cyclic order. */
export const optionOrder: ProbeKind<OptionOrder> = {
  kind: 'option-order',
  schema,
  key: ({ kind, shift }) => `${kind} ${shift}`,
  interventions: [],
  name: ({ shift }) => `Options moved by ${shift}`,
  changes: 'order',
  prepare: ({ shift }, _, protocol) => ({
    asks: ({ fields }) => hasOrder(protocol, fields) && shift < protocol.listOptions(fields).length,
    fields: ({ fields }) => rotated(protocol, fields, shift),
  }),
  seen: { images: 'own' },
}
