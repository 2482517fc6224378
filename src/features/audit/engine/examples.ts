/** Which questions show what happens to an answer when the image is another's. */
import { oppositeLabel } from '../../../engine/probes/kinds/opposite-label.ts'
import { wrongImage } from '../../../engine/probes/kinds/swapped-image.ts'
import type { AuditItem, Condition } from './items.ts'

export interface SwapExample {
  /** Index of the sample. */
  readonly index: number
  readonly condition: Condition
}

/** Most that are shown. */
const most = 3

/**
 * Questions that are right with their own image, from the pass with images of another answer, else from that with wrong images: one
 * that keeps its answer and one that changes it, then others in their order.
 */
export function swapExamples(items: readonly AuditItem[]): readonly SwapExample[] {
  const conditions = [oppositeLabel.kind, wrongImage]
  const condition = conditions.find(one => items.some(item => readReply(item, one)))
  if (condition === undefined) return []
  const shown = items.filter(item => item.original.isRight && readReply(item, condition))
  const isKept = (item: AuditItem) => readReply(item, condition)?.parsed === item.original.parsed
  const first = [shown.find(isKept), shown.find(item => !isKept(item))].flatMap(item => item ?? [])
  const chosen = [...new Set([...first, ...shown])].slice(0, most)
  return chosen.map(({ index }) => ({ index, condition }))
}

function readReply({ replies, fitsWrongImage }: AuditItem, condition: Condition) {
  const reply = replies.get(condition)
  if (!reply || reply.parsed === '' || (condition === wrongImage && fitsWrongImage)) return null
  return reply
}
