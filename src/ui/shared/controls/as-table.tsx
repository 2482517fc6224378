import type { ComponentProps } from 'react'
import { Folded } from './folded.tsx'

type Props = Omit<ComponentProps<typeof Folded>, 'name'> & { readonly name?: string }

/** A chart's figures as a table, for reading, copying and screen readers. */
export function AsTable({ name = 'As a table', ...props }: Props) {
  return <Folded name={name} {...props} />
}
