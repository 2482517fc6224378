import type { QuestionOffer } from '../../../ui/home/question-offer.ts'
import { HeaderFacts, HeaderOffer } from './header-questions.tsx'

/** Questions from the headers of DICOM files, on the page. */
export const headerOffer: QuestionOffer = { Offer: HeaderOffer, Facts: HeaderFacts }
