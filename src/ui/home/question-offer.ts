import type { ComponentType } from 'react'
import type { HeaderOverview } from '../../data/formats/format.ts'

/** How the page offers questions about files that come without any. */
export interface QuestionOffer {
  /** In place of the error of such a folder. */
  readonly Offer: ComponentType
  /** What came of them. */
  readonly Facts: ComponentType<HeaderOverview>
}
