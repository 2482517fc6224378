import { useEffect, useRef, useState } from 'react'
import { changeQuery } from '../router.ts'
import { useKeys } from '../use-keys.ts'

interface Props {
  readonly label: string
  readonly text: string
}

/** A search text that lives in the address, written there when typing rests. */
export function SearchField({ label, text }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  useKeys({ '/': () => field.current?.focus() })
  useEffect(() => {
    if (draft === null) return
    const timer = setTimeout(() => {
      changeQuery({ q: draft.trim() === '' ? null : draft })
      setDraft(null)
    }, 200)
    return () => clearTimeout(timer)
  }, [draft])
  return (
    <div className="filter search">
      <label htmlFor="search">{label}</label>
      <input
        id="search"
        ref={field}
        type="search"
        value={draft ?? text}
        onChange={event => setDraft(event.target.value)}
      />
    </div>
  )
}
