import { type ReactNode, useRef } from 'react'

interface Props {
  /** Of the button. */
  readonly children: ReactNode
  /** Endings and types, as in `<input accept>`. */
  readonly accept: string
  /** Of the input behind the button, for whoever sees only that. */
  readonly label: string
  readonly testId: string
  readonly disabled: boolean
  readonly onFile: (file: File) => void
}

/** A button that asks for a file. */
export function FileButton({ children, accept, label, testId, disabled, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="button" disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        data-testid={testId}
        aria-label={label}
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
