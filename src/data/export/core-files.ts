/** Files that every stored run can be saved as. `export-run.ts` writes them. */
import type { ExportedFile } from './exported-file.ts'

export const coreFiles = [
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
] as const satisfies readonly ExportedFile[]
