/** `samples --questions headers`. Its work loads when it is asked for. */
import type { SampleSource } from '../../../cli/base/sample-source.ts'
import { type HeaderSampleArgs, headerOptions } from './header-options.ts'

export const headerSamples = {
  synopsis: '--dataset FOLDER --questions headers --out FILE.jsonl [options]',
  options: headerOptions,
  isAsked: ({ questions }) => questions === 'headers',
  // The command has read its own options and these.
  write: async (args, io) =>
    (await import('./write-header-questions.ts')).writeHeaderQuestions(args as HeaderSampleArgs, io),
} satisfies SampleSource
