import type { Estimate } from '../../../engine/analysis/shares.ts'
import { interval, none, percent } from '../../text/format.ts'

/** A share with n and interval. */
export type Share = Pick<Estimate, 'n' | 'share' | 'low' | 'high'>

/** For a cell: "62.1% 56.6–67.3%". */
export function ShareText({ n, share, low, high }: Share) {
  if (n === 0) return none
  return (
    <>
      <strong>{percent(share)}</strong> {interval(low, high)}
    </>
  )
}
