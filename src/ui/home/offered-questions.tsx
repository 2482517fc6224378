/** What features offer where a folder has no questions. Their code is no part of the first view. */
import type { HeaderOverview } from '../../data/formats/format.ts'
import { questionOffer } from '../seams.ts'
import { OtherRole } from './other-role.tsx'

/** In place of the error of such a folder. */
export const OfferedQuestions = () =>
  questionOffer ? <questionOffer.Offer /> : <OtherRole chosenAs="dataset" />

/** What came of them. */
export const DerivedQuestions = (headers: HeaderOverview) =>
  questionOffer && <questionOffer.Facts {...headers} />
