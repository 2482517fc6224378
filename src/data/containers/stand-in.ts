import type { StandIn } from '@voxelwise/pixels'
import { VoxelwiseError } from '../../engine/base/errors.ts'

/** The error of a file that was to be something else. */
export const standsForAnother = (
  code: 'bad-json' | 'bad-table' | 'bad-archive',
  subject: string,
  { what, remedy }: StandIn,
): VoxelwiseError => new VoxelwiseError({ code, subject, message: `The file is ${what}.`, remedy })
