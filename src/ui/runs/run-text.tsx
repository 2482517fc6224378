import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button, SmallButton } from '../shared/controls/button.tsx'

interface Props {
  /** Label of the field. */
  readonly label: string
  /** What the button that opens it says. */
  readonly button: string
  readonly text: string
  /** Called with the text that was typed, without spaces around it, if it is another. */
  readonly onChange: (text: string) => void
  readonly children: ReactNode
}

/** A text of a run, and a button to change it: Enter saves, Escape cancels. */
export function RunText({ label, button, text, onChange, children }: Props) {
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const end = () => {
    setEditing(false)
    opener.current?.focus()
  }
  return (
    <>
      {editing ? <Field {...{ label, text, onChange, onEnd: end }} /> : children}{' '}
      <SmallButton ref={opener} onClick={() => setEditing(true)}>
        {button}
      </SmallButton>
    </>
  )
}

type FieldProps = Pick<Props, 'label' | 'text' | 'onChange'> & { readonly onEnd: () => void }

function Field({ label, text, onChange, onEnd }: FieldProps) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.select(), [])
  return (
    <form
      className="row rename"
      onSubmit={event => {
        event.preventDefault()
        const next = typed.trim()
        if (next !== text) onChange(next)
        onEnd()
      }}
    >
      <input
        ref={field}
        aria-label={label}
        value={typed}
        maxLength={1000}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onEnd()}
      />
      <Button type="submit">Save</Button>
    </form>
  )
}
