/** Options of `samples --questions headers`. */
import { choice, count, flag, type OptionValues, text } from '../../../cli/base/options.ts'

const needs = { needs: 'questions' } as const

export const headerOptions = [
  choice(
    'questions',
    'SOURCE',
    ['headers'],
    'derive questions from the headers of DICOM files (docs/dicom.md).',
  ),
  count('seed', 'N', 'The seed of the options and of what is left out.', { ...needs, default: '1' }),
  text(
    'excluded',
    'FILE',
    'Also write which files and questions were left out and why, one line each.',
    needs,
  ),
  text('summary', 'FILE', 'Also write counts and the blind baseline as JSON.', needs),
  flag('keep-unmarked', 'Keep images that may have text drawn into them.', needs),
  text(
    'labels',
    'FILE',
    'A table of findings or diagnoses, which adds the upper tasks (docs/dicom.md).',
    needs,
  ),
  flag('labels-on-slices', 'Labels of a study or a patient go to slices, too, which may not show them.', {
    needs: 'labels',
  }),
  text('test-json', 'FILE', 'Also write the questions as test.json in the style of MedRCube.', needs),
  choice('region-trust', 'TRUST', ['coded'], 'ask about regions only where a code states them.', needs),
] as const

/** What it reads of the command line. */
export type HeaderSampleArgs = OptionValues<typeof headerOptions> & {
  readonly dataset: string
  readonly out?: string | undefined
}
