import type * as v from 'valibot'
import { list, optional, shape } from '../base/schema.ts'
import { isoDate, name, storedCount, title } from '../base/stored-values.ts'

/** What a person says beside the labels of a set that the tags give one sample. */
const remarkSchema = shape({
  index: storedCount,
  /** The person's code. */
  by: name,
  /** Name of the set of labels. */
  set: name,
  /** When a label of it or the note was last changed. */
  at: isoDate,
  note: optional(title),
})
export type Remark = v.InferOutput<typeof remarkSchema>

export const remarksSchema = list(remarkSchema)
export type Remarks = v.InferOutput<typeof remarksSchema>

const isAbout = (one: Remark, { index, by, set }: Pick<Remark, 'index' | 'by' | 'set'>): boolean =>
  one.index === index && one.by === by && one.set === set

export const findRemark = (remarks: Remarks, of: Pick<Remark, 'index' | 'by' | 'set'>): Remark | undefined =>
  remarks.find(one => isAbout(one, of))

/** The remarks with another in place of the same person's on the same sample. */
export const withRemark = (remarks: Remarks, remark: Remark): Remarks => [
  ...remarks.filter(one => !isAbout(one, remark)),
  remark,
]
