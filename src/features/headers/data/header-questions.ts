import type { QuestionDeriver } from '../../../data/questions/question-deriver.ts'
import { testJson } from './lines.ts'
import { holdsDicom, loadHeaders } from './load.ts'

/** Questions from the headers of DICOM files. */
export const headerQuestions: QuestionDeriver = { isFor: holdsDicom, load: loadHeaders, file: testJson }
