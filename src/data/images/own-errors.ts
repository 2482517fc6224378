/** Errors of the package that reads pixels as ours. */
import { DecoderMissing, Faults, PixelError } from '@voxelwise/pixels'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { isNotLoaded, notLoaded } from '../../engine/base/page-parts.ts'

/** An error of the package as ours; any other as it is. @param name of the file */
function ownError(thrown: unknown, name: string): unknown {
  if (thrown instanceof DecoderMissing)
    return isNotLoaded(thrown.cause)
      ? notLoaded(thrown.cause)
      : ownError(new Faults(name).damaged('its picture makes no sense', thrown.cause), name)
  if (!(thrown instanceof PixelError)) return thrown
  const { code, subject, message, remedy, cause } = thrown
  return new VoxelwiseError({ code, subject, message, remedy, cause })
}

/** The work's result. @param name of the file @throws VoxelwiseError with the package's codes */
export function now<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw ownError(error, name)
  }
}

/** The same of work that takes its time. @throws VoxelwiseError with the package's codes; page-outdated */
export const later = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  work().catch(error => {
    throw ownError(error, name)
  })
