/** What smaller weights cost a small model with real language weights: the rows of docs/fidelity.md, for advice where a folder has no card. */
import { type Dtype, dtypes, type GraphDtype } from '../protocol/device.ts'
import { andList } from './layout.ts'

/** Bytes of its weights in 32 bits. */
export const measuredBytes = 1.03e9

/** Number of questions on real slices, on WASM, compared with PyTorch in 32 bits. */
export const measuredQuestions = 40

/** Questions whose letter changed. int8, uint8 and bnb4 were not measured. */
export const measuredChanges: Readonly<Partial<Record<GraphDtype, number>>> = {
  fp32: 0,
  fp16: 0,
  q8: 10,
  q4: 27,
  q4f16: 28,
}

/** "q8 changed 10 and q4 27 of 40 answers", of those precisions that were measured and are not full; null where there is none. */
export function measuredWords(wanted: readonly Dtype[]): string | null {
  const known = dtypes.flatMap(dtype => {
    const changed = measuredChanges[dtype]
    if (dtype === 'fp32' || changed === undefined || !wanted.includes(dtype)) return []
    return [{ dtype, changed: changed === 0 ? 'none' : String(changed) }]
  })
  if (known.length === 0) return null
  const parts = known.map(({ dtype, changed }, i) => `${dtype} ${i === 0 ? 'changed ' : ''}${changed}`)
  return `${andList(parts)} of ${measuredQuestions} answers`
}
