/** What is said of a run that a paper's findings are not about. */
import { releaseSize } from '../../engine/analysis/papers/benchmark-questions.ts'
import type { PaperFindings } from '../../engine/analysis/papers/finding.ts'
import { counted } from '../../engine/base/counted.ts'

export const otherQuestionsWords = (paper: PaperFindings['paper']): string =>
  `The run has tasks of ${paper}, but not its ${counted(releaseSize(paper), 'question')}. The paper’s findings are not judged on it.`
