/** The files that a stored run can be saved as: what is in each, and who reads it. `export-run.ts` writes them. */

/** What the page and the documents say about a file. */
export interface FileWords {
  readonly name: string
  /** Under which files for one purpose are listed. */
  readonly purpose: (typeof filePurposes)[number]
  /** A sentence each: what is in it, and what reads it. */
  readonly what: string
  readonly reader: string
}

export interface ExportedFile extends FileWords {
  /** Whether only figures are in it: those of a large run are made of its rows, without its records. */
  readonly isOfFigures: boolean
  /** Whether `evaluate` writes it too. */
  readonly isEvaluated: boolean
}

export const filePurposes = [
  'To read',
  'To continue elsewhere',
  'For R, pandas and spreadsheets',
  'For other tools',
] as const

export const exportedFiles = [
  {
    name: 'results.json',
    purpose: 'For other tools',
    what: 'Every answered sample with its fields, prompt, raw answer and verdict.',
    reader: 'The format of MedRCube’s run_eval.py, read by its shortcut_analysis.py.',
    isOfFigures: false,
    isEvaluated: true,
  },
  {
    name: 'metrics_summary.json',
    purpose: 'For other tools',
    what: 'Accuracy overall, by slice and by voxel.',
    reader: 'The format of MedRCube’s run_eval.py.',
    isOfFigures: true,
    isEvaluated: true,
  },
  {
    name: 'figures.json',
    purpose: 'For other tools',
    what: 'The same accuracies with intervals, clusters, design effect and method.',
    reader: 'Also written by the commands evaluate and score.',
    isOfFigures: true,
    isEvaluated: true,
  },
  {
    name: 'shortcut.json',
    purpose: 'For other tools',
    what: 'Groups A to D and the three rates, with the task levels from Shortcuts.',
    reader: 'The report of MedRCube’s shortcut_analysis.py, as JSON.',
    isOfFigures: true,
    isEvaluated: true,
  },
  {
    name: 'shortcut_report.csv',
    purpose: 'For other tools',
    what: 'The same as one table row, for spreadsheets and model comparison.',
    reader: 'The format of MedRCube’s shortcut_analysis.py.',
    isOfFigures: true,
    isEvaluated: true,
  },
  {
    name: 'run.json',
    purpose: 'To continue elsewhere',
    what: 'The whole run: settings, environment, fingerprints, records, failures, timings and extra passes.',
    reader: 'Import it under Results, here or on another computer.',
    isOfFigures: false,
    isEvaluated: true,
  },
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
  {
    name: 'inspect.eval',
    purpose: 'For other tools',
    what: 'An Inspect log: every sample with its answer and score, without images.',
    reader: 'Opens with inspect_ai’s read_eval_log and inspect view.',
    isOfFigures: false,
    isEvaluated: false,
  },
  {
    name: 'lmms-eval.zip',
    purpose: 'For other tools',
    what: 'Results and samples in the log format of lmms-eval.',
    reader: 'Opens in lmms-eval’s log viewer. Its --baseline pairs other runs with the samples.',
    isOfFigures: false,
    isEvaluated: false,
  },
  {
    name: 'vlmevalkit.zip',
    purpose: 'For other tools',
    what: 'The data set without images, and the predictions, as TSV.',
    reader: 'For VLMEvalKit’s evaluate with PRED_FORMAT=tsv. It judges by its own rule.',
    isOfFigures: false,
    isEvaluated: false,
  },
] as const satisfies readonly ExportedFile[]

export type ExportName = (typeof exportedFiles)[number]['name']
