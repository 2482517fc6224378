import type { ExportFeature } from '../../../data/export/export-feature.ts'

/** Files that other tools read. */
export const logsExport = {
  files: [
    {
      name: 'inspect.eval',
      purpose: 'For other tools',
      what: 'An Inspect log: every sample with its answer and score, without images.',
      reader: 'Opens with inspect_ai’s read_eval_log and inspect view.',
      isOfFigures: false,
      isEvaluated: false,
      writer: async () => (await import('./writing/tool-writers.ts')).inspectWriter,
    },
    {
      name: 'lmms-eval.zip',
      purpose: 'For other tools',
      what: 'Results and samples in the log format of lmms-eval.',
      reader: 'Opens in lmms-eval’s log viewer. Its --baseline pairs other runs with the samples.',
      isOfFigures: false,
      isEvaluated: false,
      writer: async () => (await import('./writing/tool-writers.ts')).lmmsEvalWriter,
    },
    {
      name: 'vlmevalkit.zip',
      purpose: 'For other tools',
      what: 'The data set without images, and the predictions, as TSV.',
      reader: 'For VLMEvalKit’s evaluate with PRED_FORMAT=tsv. It judges by its own rule.',
      isOfFigures: false,
      isEvaluated: false,
      writer: async () => (await import('./writing/tool-writers.ts')).vlmevalkitWriter,
    },
  ],
} as const satisfies ExportFeature
