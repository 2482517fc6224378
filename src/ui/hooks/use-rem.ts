import { useEffect, useState } from 'react'
import { usePaper } from './paper.ts'

const read = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** How much larger than usual the user has text: charts and lists measured in pixels grow with it; not on paper. */
export function useRem(): number {
  const [rem, setRem] = useState(usePaper() ? () => 1 : read)
  useEffect(() => {
    const update = () => setRem(read())
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [])
  return rem
}
