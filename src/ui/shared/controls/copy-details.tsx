import { useState } from 'react'
import type { ErrorInfo } from '../../../engine/base/errors.ts'

/** Puts all that is known of an error on the clipboard, for a report of it: versions, code, words and stack. */
export function CopyDetails({ error }: { readonly error: ErrorInfo }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = (): void => {
    navigator.clipboard.writeText(detailsOf(error)).then(
      () => setState('copied'),
      // Without permission, or where the page is not served securely.
      () => setState('refused'),
    )
  }
  return (
    <>
      <button type="button" className="button small" onClick={copy}>
        {state === 'copied' ? 'Copied' : 'Copy details'}
      </button>
      {state === 'refused' && <textarea readOnly aria-label="Details" value={detailsOf(error)} rows={6} />}
    </>
  )
}

function detailsOf({ code, subject, message, remedy, detail }: ErrorInfo): string {
  const { app, transformers, onnxruntime } = __VERSIONS__
  return [
    `Voxelwise ${app} (transformers.js ${transformers}, ONNX Runtime ${onnxruntime})`,
    navigator.userAgent,
    `${code}: ${message} (${subject}) ${remedy}`,
    detail,
  ].join('\n')
}
