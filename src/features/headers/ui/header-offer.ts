import type { QuestionOffer } from '../../../ui/home/question-offer.ts'
import { late } from '../../../ui/shared/late.ts'

/** Questions from the headers of DICOM files, on the page. */
export const headerOffer: QuestionOffer = {
  Offer: late(async () => (await import('./header-questions.tsx')).HeaderOffer),
  Facts: late(async () => (await import('./header-questions.tsx')).HeaderFacts),
}
