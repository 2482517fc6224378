import { useRef, useState } from 'react'

/** A line for a terminal, with a button that copies it. */
export function Command({ line }: { readonly line: string }) {
  const code = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('Copy')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(line).then(
      () => true,
      // Without permission, or where the page is not served securely.
      () => code.current !== null && copySelected(code.current),
    )
    setSaid(isCopied ? 'Copied' : 'Selected: press Ctrl+C')
  }
  return (
    <div className="command">
      <pre>
        <code ref={code}>{line}</code>
      </pre>
      <button type="button" className="button small" onClick={() => void copy()}>
        {said}
        <span className="visually-hidden">{` ${line}`}</span>
      </button>
    </div>
  )
}

/** Selects the line, so that it can be copied by hand too. @returns whether the browser copied it */
function copySelected(shown: HTMLElement): boolean {
  getSelection()?.selectAllChildren(shown)
  return document.execCommand('copy')
}
