import type { ComponentType } from 'react'

/** A page of a feature, at an address of its own. */
export interface FeaturePage {
  /** The address, the part after `#/`. */
  readonly path: string
  /** The text of its link at set-up, once a data set is open. */
  readonly link: string
  readonly Page: ComponentType
}
