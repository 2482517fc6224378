import type { StandIn } from '@voxelwise/pixels'
import { tableFault } from '@voxelwise/tables'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { ownFault } from '../sources/own-table-errors.ts'

/** As the package's: a file of rows that cannot be read. */
export const badTable = (...fault: Parameters<typeof tableFault>): VoxelwiseError =>
  ownFault(tableFault(...fault))

/** The error of a file that was to be something else. */
export const standsForAnother = (
  code: 'bad-json' | 'bad-table' | 'bad-archive',
  subject: string,
  { what, remedy }: StandIn,
): VoxelwiseError => new VoxelwiseError({ code, subject, message: `The file is ${what}.`, remedy })
