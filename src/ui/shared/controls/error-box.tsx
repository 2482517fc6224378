import type { ReactNode } from 'react'
import type { ErrorInfo } from '../../../engine/base/errors.ts'
import type { Async } from '../../hooks/use-async.ts'
import { CopyButton } from './copy-button.tsx'

/** An error: message, subject, remedy, code and details. */
export function ErrorBox({ error, children }: { readonly error: ErrorInfo; readonly children?: ReactNode }) {
  return (
    <div className="lines error-box">
      <strong className="error-message">{error.message}</strong>
      {error.subject && <p className="note mono error-subject">{error.subject}</p>}
      <p>{error.remedy}</p>
      <p className="row">
        <code>{error.code}</code>
        {error.detail !== undefined && <CopyButton label="Copy details" text={() => bugReport(error)} />}
        {children}
      </p>
      {error.detail !== undefined && (
        <details>
          <summary>Details</summary>
          <pre className="error-detail">{error.detail}</pre>
        </details>
      )}
    </div>
  )
}

/** An error for a bug report: versions, code, texts and stack. */
function bugReport({ code, subject, message, remedy, detail }: ErrorInfo): string {
  const { app, transformers, onnxruntime } = __VERSIONS__
  return [
    `Voxelwise ${app} (transformers.js ${transformers}, ONNX Runtime ${onnxruntime})`,
    navigator.userAgent,
    `${code}: ${message} (${subject}) ${remedy}`,
    detail,
  ].join('\n')
}

interface Props {
  readonly of: Async<unknown>
  /** The text shown while it loads. */
  readonly doing: string
}

/** A placeholder while a value loads, or the error if it failed. */
export function Awaited({ of, doing }: Props) {
  if (of.status === 'failed') return <ErrorBox error={of.error} />
  if (of.status === 'ready') return null
  return (
    <p className="muted" role="status">
      {doing}
    </p>
  )
}
