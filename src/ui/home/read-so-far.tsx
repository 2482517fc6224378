import { useSyncExternalStore } from 'react'
import { counted } from '../../engine/base/counted.ts'
import { useController } from '../hooks/use-app.ts'

/** The files and samples of the data set that were seen so far: all that is drawn anew while it is being read. */
export function ReadSoFar() {
  const { readSoFar } = useController()
  const { files, samples } = useSyncExternalStore(readSoFar.subscribe, readSoFar.get)
  return (
    <>
      {files > 0 && counted(files, 'file')}
      {samples > 0 && `, ${counted(samples, 'sample')}`}
    </>
  )
}
