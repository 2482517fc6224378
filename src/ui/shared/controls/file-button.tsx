import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface Props {
  /** The button's content. */
  readonly children: ReactNode
  /** Extensions and types, as in `<input accept>`. */
  readonly accept: string
  /** The accessible name of the hidden input. */
  readonly label: string
  readonly testId: string
  readonly disabled: boolean
  readonly onFile: (file: File, all: readonly File[]) => void
  /** Whether several can be chosen at once. */
  readonly several?: boolean
}

/** A button that picks one or several files. */
export function FileButton({ children, accept, label, testId, disabled, onFile, several = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={several}
        data-testid={testId}
        aria-label={label}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          if (files[0]) onFile(files[0], files)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
