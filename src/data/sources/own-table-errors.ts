/** Errors of the package that reads tables as ours. */
import { PlaceMissing, ReaderMissing, TableError } from '@voxelwise/tables'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { isNotLoaded, notLoaded } from '../../engine/base/page-parts.ts'

export function ownFault(fault: TableError): VoxelwiseError {
  const { code, subject, message, cause } = fault
  // The folder has changed since the run listed its images.
  const remedy =
    fault instanceof PlaceMissing ? 'Open the data set again, and start a new run.' : fault.remedy
  return new VoxelwiseError({ code, subject, message, remedy, cause })
}

/** An error of the package as ours; any other as it is. */
export function ownTableError(thrown: unknown): unknown {
  if (thrown instanceof ReaderMissing)
    return isNotLoaded(thrown.cause) ? notLoaded(thrown.cause) : thrown.cause
  return thrown instanceof TableError ? ownFault(thrown) : thrown
}
