import type { QualityRow } from '../../data/formats/dataset-overview.ts'

/** The name and meaning of each kind of skip and finding. */
export const findingTexts: Readonly<
  Record<QualityRow['kind'], { readonly name: string; readonly meaning: string }>
> = {
  missing_required_fields: {
    name: 'Skipped: no id, question or answer',
    meaning: 'The id, question or right answer is missing or empty.',
  },
  missing_options: {
    name: 'Skipped: no options',
    meaning: 'The fields option_A to option_D are all missing.',
  },
  missing_image: {
    name: 'Skipped: image missing',
    meaning: 'The image file is not in the folder. Restricted sources may not include their images.',
  },
  missing_answer: {
    name: 'Skipped: no right answer',
    meaning: 'The row has no right answer, as in test sets with hidden answers.',
  },
  answer_not_an_option: {
    name: 'Skipped: answer is not an option',
    meaning: 'The right answer matches none of the options that the mapping reads.',
  },
  unreadable_options: {
    name: 'Skipped: options unreadable',
    meaning: 'The options are not a list, letters or text that can be split.',
  },
  unreadable_answer: {
    name: 'Skipped: answer unreadable',
    meaning: 'The mapping expects boxes or numbers, and the right answer has none.',
  },
  cancelled: {
    name: 'Skipped: cancelled',
    meaning: 'The authors of the data set have cancelled the question.',
  },
  text_only: {
    name: 'Skipped: no image',
    meaning: 'The row has no image. The benchmark’s own tool skips such rows.',
  },
  'answer-not-an-option': {
    name: 'Right answer is not an option',
    meaning:
      'The right answer matches no option, or is neither yes nor no. MedRCube accepts an answer only if no letter can be read from it. Other protocols always count it wrong.',
  },
  'equal-options': {
    name: 'Equal options',
    meaning:
      'Two options have the same text. If the right text appears twice, MedRCube accepts only the last letter.',
  },
  'single-option': {
    name: 'Only one option',
    meaning: 'The question has only one option. It is still asked and counted.',
  },
  'duplicate-id': {
    name: 'Id used twice',
    meaning: 'Several samples have the same id. The shortcut analysis uses only the last record of an id.',
  },
  'unlabelled-axis': {
    name: 'Label missing',
    meaning: 'Task, modality or parts is missing. Official files write None.',
  },
  'path-outside-folder': {
    name: 'Image outside the folder',
    meaning: 'The image path leads out of the picked folder. The page cannot read it.',
  },
  'path-not-text': {
    name: 'Image path is not text',
    meaning: 'The value of image_path is not text.',
  },
  'missing-placeholder-image': {
    name: 'Fewer images than placeholders',
    meaning: 'The question refers to more images than the row has. It is asked with the existing images.',
  },
}

/** The name of a kind from an address, which may be misspelt. */
export const findingName = (kind: string): string =>
  Object.hasOwn(findingTexts, kind) ? findingTexts[kind as QualityRow['kind']].name : kind
