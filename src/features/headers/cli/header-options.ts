/** Options of `samples --questions headers`. */
import {
  choiceOption,
  countOption,
  flagOption,
  type OptionValues,
  textOption,
} from '../../../cli/base/options.ts'

const needs = { needs: 'questions' } as const

export const headerOptions = [
  choiceOption(
    'questions',
    'SOURCE',
    ['headers'],
    'derive questions from the headers of DICOM files (docs/dicom.md).',
  ),
  countOption('seed', 'N', 'The seed of the options and of what is left out.', { ...needs, default: '1' }),
  textOption(
    'excluded',
    'FILE',
    'Also write which files and questions were left out and why, one line each.',
    needs,
  ),
  textOption('summary', 'FILE', 'Also write counts and the blind baseline as JSON.', needs),
  flagOption('keep-unmarked', 'Keep images that may have text drawn into them.', needs),
  textOption(
    'labels',
    'FILE',
    'A table of findings or diagnoses, which adds the upper tasks (docs/dicom.md).',
    needs,
  ),
  flagOption(
    'labels-on-slices',
    'Labels of a study or a patient go to slices, too, which may not show them.',
    {
      needs: 'labels',
    },
  ),
  textOption('test-json', 'FILE', 'Also write the questions as test.json in the style of MedRCube.', needs),
  choiceOption('region-trust', 'TRUST', ['coded'], 'ask about regions only where a code states them.', needs),
] as const

/** What it reads of the command line. */
export type HeaderSampleArgs = OptionValues<typeof headerOptions> & {
  readonly dataset: string
  readonly out?: string | undefined
}
