import { useRef, useState } from 'react'
import { SmallButton } from '../../shared/controls/button.tsx'

/** Commands for a terminal, as in docs/getting-started.md. The page itself downloads nothing. */

export const installDownloader = 'pip install -U huggingface_hub'

export const downloadDataset = 'hf download Flmc/MedRCube --repo-type dataset --local-dir medrcube'

/** A terminal command with a button that copies it. */
export function Command({ line }: { readonly line: string }) {
  const code = useRef<HTMLElement>(null)
  const [label, setLabel] = useState('Copy')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(line).then(
      () => true,
      // Refused without permission, or on an insecure page.
      () => code.current !== null && copySelected(code.current),
    )
    setLabel(isCopied ? 'Copied' : 'Selected: press Ctrl+C')
  }
  return (
    <div className="command">
      <pre>
        <code ref={code}>{line}</code>
      </pre>
      <SmallButton onClick={copy}>
        {label}
        <span className="visually-hidden">{` ${line}`}</span>
      </SmallButton>
    </div>
  )
}

/** Selects the command and copies it if the browser allows. @returns whether it was copied */
function copySelected(shown: HTMLElement): boolean {
  getSelection()?.selectAllChildren(shown)
  return document.execCommand('copy')
}
