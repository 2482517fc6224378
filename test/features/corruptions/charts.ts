/** The charts of this feature for the goldens. */
import { createElement } from 'react'
import type { CorruptedFigures } from '../../../src/engine/probes/report.ts'
import { DropMap } from '../../../src/features/corruptions/ui/drop-map.tsx'
import { compared, voxels } from '../../unit/support/chart-figures.ts'

const spoilt = (corruption: 'noise' | 'blur', strength: 1 | 3 | 5, by: number): CorruptedFigures => ({
  corruption,
  strength,
  run: 'r',
  overall: compared(300, by, 0.01),
  voxels: voxels.slice(0, 4).map(({ task, modality, parts }, at) => ({
    task,
    modality,
    parts,
    ...compared(20, by * at, at > 1 ? 0.01 : 1),
  })),
})
const passes = [spoilt('noise', 1, -0.01), spoilt('noise', 5, -0.12), spoilt('blur', 3, 0.02)]

export const charts = {
  'drop-map': createElement(DropMap, { passes, voxels: passes[0]?.voxels ?? [] }),
}
