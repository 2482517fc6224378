import type { Estimate, VoxelEstimate } from '../../engine/analysis/report.ts'
import { counted } from '../../engine/base/counted.ts'
import { interval, percent } from '../text/format.ts'
import { voxelName } from '../text/voxels.ts'

/** An estimate in one line: share, interval, n, chance. */
export function estimateText({ n, correct, share, low, high, chance, part }: Estimate): string {
  if (n === 0) return 'nothing answered yet'
  const guess = chance === null ? '' : `, chance ${percent(chance)}`
  const what = part?.isDrawn === false ? 'still possible' : '95% interval'
  const whole = part ? ` for all ${part.of}` : ''
  return `${percent(share)}, ${what} ${interval(low, high)}${whole}, ${correct} of ${counted(n, 'answer')} right${guess}`
}

/** A voxel's place and figures in words. */
export function VoxelText({ voxel }: { readonly voxel: VoxelEstimate }) {
  return (
    <>
      <strong>{voxelName(voxel)}</strong> {estimateText(voxel)}
    </>
  )
}
