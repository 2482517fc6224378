import type { ExportedFile } from '../../../data/export/exported-file.ts'

/** Tables of answers, in words. */
export const answerFiles = [
  {
    name: 'answers.csv',
    purpose: 'For R, pandas and spreadsheets',
    what: 'One row for each answer: ids, fields, options with probabilities, verdict and times.',
    reader: 'Any statistics program. docs/answers.md has examples.',
    isOfFigures: false,
    isEvaluated: true,
  },
  {
    name: 'findings.csv',
    purpose: 'For R, pandas and spreadsheets',
    what: 'One row for each answer to each finding: present or not, answer, probability, cluster.',
    reader: 'As pROC and scikit-learn take them. It is empty for a run without findings.',
    isOfFigures: false,
    isEvaluated: true,
  },
  {
    name: 'answers-columns.csv',
    purpose: 'For R, pandas and spreadsheets',
    what: 'What each column of the two files holds.',
    reader: 'For people.',
    isOfFigures: false,
    isEvaluated: true,
  },
] as const satisfies readonly ExportedFile[]
