import { useEffect, useId, useRef, useState } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import { changeQuery } from '../../state/router.ts'

interface Props {
  readonly label: string
  readonly text: string
  /** The address parameter; `q` is the view's main search, focused by `/`. */
  readonly parameter?: string
}

/** A search text kept in the address, written there when typing pauses. */
export function SearchField({ label, text, parameter = 'q' }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  useKeys(parameter === 'q' ? { '/': () => field.current?.focus() } : {})
  useEffect(() => {
    if (draft === null) return
    const timer = setTimeout(() => {
      changeQuery({ [parameter]: draft.trim() === '' ? null : draft })
      setDraft(null)
    }, 200)
    return () => clearTimeout(timer)
  }, [draft, parameter])
  return (
    <div className="filter search">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={field}
        type="search"
        value={draft ?? text}
        onChange={event => setDraft(event.target.value)}
      />
    </div>
  )
}
