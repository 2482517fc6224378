import { SmallButton } from './button.tsx'

interface Props {
  /** As "Figure 3 of 40". */
  readonly what: string
  readonly onCancel: () => void
}

/** How far something is that the user waits for, with a way out. */
export const Working = ({ what, onCancel }: Props) => (
  <span className="row">
    <span className="note" role="status">
      {what}
    </span>
    <SmallButton onClick={onCancel}>Cancel</SmallButton>
  </span>
)
