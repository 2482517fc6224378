/**
 * Index of the largest logit, the first of equals, as PyTorch's argmax; with the checkpoint's own repetition
 * penalty, which Python's `generate` applies in greedy decoding too (Keskar et al. 2019, section 4.1).
 * @returns null where no logit is a finite number
 */
export function greedy(
  logits: Float32Array,
  penalty: number,
  prompt: readonly number[],
  generated: readonly number[],
): number | null {
  const row = penalty === 1 ? logits : penalised(logits, penalty, new Set([...prompt, ...generated]))
  let best: number | null = null
  let most = Number.NEGATIVE_INFINITY
  for (let id = 0; id < row.length; id++) {
    const value = row[id] ?? Number.NaN
    if (value > most) {
      most = value
      best = id
    }
  }
  return Number.isFinite(most) ? best : null
}

function penalised(logits: Float32Array, penalty: number, ids: ReadonlySet<number>): Float32Array {
  const row = logits.slice()
  for (const id of ids) {
    const value = row[id]
    if (value !== undefined) row[id] = value < 0 ? value * penalty : value / penalty
  }
  return row
}
