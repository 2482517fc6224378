/** What features bring to the first view: one line each. Their code loads when it is shown. */
import { headerOffer } from '../features/headers/ui/header-offer.ts'
import type { QuestionOffer } from './home/question-offer.ts'

/** Offers questions about files that come without any; null where nothing does. */
export const questionOffer: QuestionOffer | null = headerOffer
