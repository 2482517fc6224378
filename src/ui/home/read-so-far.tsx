import { useSyncExternalStore } from 'react'
import { counted } from '../../engine/base/counted.ts'
import { useController } from '../hooks/use-app.ts'

/** Files and samples read so far. Only this re-renders while the data set is being read. */
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
