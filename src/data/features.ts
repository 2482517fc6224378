/** What features give to the reading of files: one line each. `seams.ts` says what each is for. */
export { guessDocument as guessMapping } from '../features/guess/data/guess-document.ts'
export { headerQuestions as questionDeriver } from '../features/headers/data/header-questions.ts'
export { connectServer, pictureForServer } from '../features/servers/data/feature.ts'
