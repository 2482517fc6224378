import type { QualityRow } from '../../data/formats/dataset-overview.ts'

/** What each kind of skip and finding is, and what the official evaluator makes of it. */
export const findingTexts: Readonly<
  Record<QualityRow['kind'], { readonly name: string; readonly meaning: string }>
> = {
  missing_required_fields: {
    name: 'Skipped: no id, question or answer',
    meaning: 'The sample lacks its id, question or right answer, or has an empty one. It is not asked.',
  },
  missing_options: {
    name: 'Skipped: no options',
    meaning: 'None of option_A to option_D is there. It is not asked.',
  },
  missing_image: {
    name: 'Skipped: image missing',
    meaning:
      'The image file is not in the folder. Restricted sources come without their images. It is not asked.',
  },
  missing_answer: {
    name: 'Skipped: no right answer',
    meaning:
      'The row has no answer to compare with, as in test sets whose answers are kept back. It is not asked.',
  },
  answer_not_an_option: {
    name: 'Skipped: answer is no option',
    meaning: 'The right answer names none of the options as the mapping reads them. It is not asked.',
  },
  unreadable_options: {
    name: 'Skipped: options unreadable',
    meaning: 'The options are no list, no letters and no text that can be taken apart. It is not asked.',
  },
  text_only: {
    name: 'Skipped: no image',
    meaning: 'The row has no image, and the benchmark’s own tool passes over such rows. It is not asked.',
  },
  'answer-not-an-option': {
    name: 'Right answer is no option',
    meaning:
      'No option equals the right answer, or it is neither yes nor no where one of them is asked for. MedRCube counts such a question right only when no letter can be read; others never.',
  },
  'equal-options': {
    name: 'Equal options',
    meaning: 'Two options have the same text. Of equal right options MedRCube takes the last letter.',
  },
  'single-option': {
    name: 'Only one option',
    meaning: 'There is nothing to choose between; it is asked and counted all the same.',
  },
  'duplicate-id': {
    name: 'Id used twice',
    meaning:
      'Another sample has the same id. The shortcut analysis reads the last record of an id for all of them.',
  },
  'unlabelled-axis': {
    name: 'No label on an axis',
    meaning: 'Task, modality or parts is missing; the official files write None for it.',
  },
  'path-outside-folder': {
    name: 'Image outside the folder',
    meaning: 'The image path leads out of the picked folder, where the page may not read.',
  },
  'path-not-text': {
    name: 'Image path is no text',
    meaning: 'image_path holds something other than text.',
  },
  'missing-placeholder-image': {
    name: 'Fewer images than place-holders',
    meaning: 'The question speaks of more images than the row has; it is asked with those that are there.',
  },
}

/** The name of a kind that stands in an address, where it may be misspelt. */
export const findingName = (kind: string): string =>
  Object.hasOwn(findingTexts, kind) ? findingTexts[kind as QualityRow['kind']].name : kind
