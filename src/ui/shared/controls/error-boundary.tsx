import { Component, type ErrorInfo as ReactErrorInfo, type ReactNode } from 'react'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { SmallButton } from './button.tsx'
import { ErrorBox } from './error-box.tsx'

interface Props {
  /** What cannot be shown after an error: "this view", "the page". */
  readonly subject: string
  readonly children: ReactNode
}

interface State {
  readonly error: ErrorInfo | null
}

/**
 * Limits a render error to the part of the page that threw. The rest stays, and a run continues: it lives in `src/app`,
 * which render errors cannot reach.
 */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { error: null }

  override componentDidCatch(thrown: unknown, { componentStack }: ReactErrorInfo): void {
    const error = internalError(this.props.subject, thrown)
    this.setState({ error: { ...error, detail: `${error.detail ?? ''}\n${componentStack ?? ''}`.trim() } })
  }

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: internalError('page', thrown) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <ErrorBox error={error}>
        <SmallButton onClick={() => this.setState({ error: null })}>Try again</SmallButton>
      </ErrorBox>
    )
  }
}
