import type { ExportFeature } from '../../../data/export/export-feature.ts'

/** Tables of answers, and the figures of each finding. */
export const diagnosticsExport = {
  files: [
    {
      name: 'answers.csv',
      purpose: 'For R, pandas and spreadsheets',
      what: 'One row for each answer: ids, fields, options with probabilities, verdict and times.',
      reader: 'Any statistics program. docs/answers.md has examples.',
      isOfFigures: false,
      isEvaluated: true,
      writer: async () => (await import('./answers-csv.ts')).answersWriter,
    },
    {
      name: 'findings.csv',
      purpose: 'For R, pandas and spreadsheets',
      what: 'One row for each answer to each finding: present or not, answer, probability, cluster.',
      reader: 'As pROC and scikit-learn take them. It is empty for a run without findings.',
      isOfFigures: false,
      isEvaluated: true,
      writer: async () => (await import('./answers-csv.ts')).findingsWriter,
    },
    {
      name: 'answers-columns.csv',
      purpose: 'For R, pandas and spreadsheets',
      what: 'What each column of the two files holds.',
      reader: 'For people.',
      isOfFigures: false,
      isEvaluated: true,
      writer: async () => (await import('./answers-csv.ts')).answerColumnsWriter,
    },
  ],
  figures: async () => (await import('../engine/diagnostics-list.ts')).diagnosticsList,
} as const satisfies ExportFeature
