import { useState } from 'react'

interface CopyButtonProps {
  readonly label: string
  /** Made when it is wanted. */
  readonly text: () => string
}

/** Puts a text on the clipboard; where that is refused, shows it to be copied by hand. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setState('copied'),
      // Without permission, or where the page is not served securely.
      () => setState('refused'),
    )
  }
  return (
    <>
      <button type="button" className="button small" onClick={copy}>
        {state === 'copied' ? 'Copied' : label}
      </button>
      {state === 'refused' && <textarea readOnly aria-label="Details" value={text()} rows={6} />}
    </>
  )
}
