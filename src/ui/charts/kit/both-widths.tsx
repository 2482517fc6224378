import { type ComponentType, type ReactNode, useContext } from 'react'
import { Paper, PhoneWidth } from '../../hooks/paper.ts'

/** A chart in a report, which cannot measure its reader's screen: drawn for a page and for a telephone, of which one is shown. */
export function BothWidths({ children }: { readonly children: ReactNode }) {
  const phone = useContext(PhoneWidth)
  if (phone === null) return children
  return (
    <>
      <div className="on-wide">{children}</div>
      <div className="on-phone">
        <Paper value={phone}>{children}</Paper>
      </div>
    </>
  )
}

export const inBothWidths =
  <Props extends object>(Chart: ComponentType<Props>) =>
  (props: Props) => (
    <BothWidths>
      <Chart {...props} />
    </BothWidths>
  )
