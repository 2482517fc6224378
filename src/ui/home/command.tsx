import { useState } from 'react'

/** A line for a terminal, with a button that copies it. */
export function Command({ line }: { readonly line: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line)
      setCopied(true)
    } catch {
      // A browser may forbid it; the line can still be selected.
      setCopied(false)
    }
  }
  return (
    <div className="command">
      <pre>
        <code>{line}</code>
      </pre>
      <button type="button" className="button small" onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  )
}
