import type { ReactNode } from 'react'
import type { ErrorInfo } from '../../../engine/base/errors.ts'
import { CopyDetails } from './copy-details.tsx'

/** An error: message, subject, remedy, code and details. */
export function ErrorBox({ error, children }: { readonly error: ErrorInfo; readonly children?: ReactNode }) {
  return (
    <div className="error-box">
      <p className="error-message">{error.message}</p>
      {error.subject && <p className="error-subject">{error.subject}</p>}
      <p>{error.remedy}</p>
      <p className="error-foot">
        <code>{error.code}</code>
        {error.detail !== undefined && <CopyDetails error={error} />}
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
