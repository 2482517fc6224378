/** What features bring to the opening of a data set: one line each. */
import { headerQuestions } from '../features/headers/data/header-questions.ts'
import type { QuestionDeriver } from './questions/question-deriver.ts'

/** Makes questions about files that come without any; null where nothing does. */
export const questionDeriver: QuestionDeriver | null = headerQuestions
