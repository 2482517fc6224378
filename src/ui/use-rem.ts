import { useEffect, useState } from 'react'

const read = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** How much larger than usual the user has text: charts and lists measured in pixels grow with it. */
export function useRem(): number {
  const [rem, setRem] = useState(read)
  useEffect(() => {
    const update = () => setRem(read())
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [])
  return rem
}
