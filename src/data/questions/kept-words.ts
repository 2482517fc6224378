import { ownValue } from '@voxelwise/python'
import type { KeptFields } from '../formats/format.ts'

const words: Readonly<Record<string, string>> = {
  id: 'ids, coded where they contain a name of a file',
  question: 'questions',
  options: 'options',
  gt_answer: 'right answers',
  answer: 'right answers',
  answer_text: 'right answers',
  accepted: 'right answers',
  hint: 'hints',
  examples: 'worked examples',
  kind: 'kinds of answer',
  task: 'tasks',
  original_task: 'original tasks',
  modality: 'modalities',
  parts: 'regions',
  size: 'sizes of images',
  frame: 'places of frames and slices',
  slice: 'places of frames and slices',
  slices: 'places of frames and slices',
  index: 'places of frames and slices',
  axis: 'places of frames and slices',
  rule: 'rules and seeds of derived questions',
  rules: 'rules and seeds of derived questions',
  seed: 'rules and seeds of derived questions',
  trust: 'rules and seeds of derived questions',
  group: 'codes of groups (patients, studies)',
  pair: 'codes of pairs of questions',
  image_path: 'codes and endings of the names of files',
}

/** What a field of a private data set holds. */
const fieldWords = (field: string, hasMapping: boolean): string => {
  if (/^option_[A-Z]$/.test(field)) return 'options'
  if (field === 'dataset') return hasMapping ? 'codes of the names of tables' : 'names of data sets within it'
  return ownValue(words, field) ?? field
}

/** What records hold of a private data set, but for columns that are kept on purpose. */
export const keptLines = ({ fields }: KeptFields, hasMapping: boolean): readonly string[] => [
  ...new Set([
    ...fields.map(field => fieldWords(field, hasMapping)),
    'size and SHA-256 of each image file',
    ...(hasMapping ? ['names of the columns that questions use'] : []),
  ]),
]

export const leftOutWords = ({ leftOut }: KeptFields): string =>
  leftOut.length === 0
    ? 'Left out are the names and dates of files and folders.'
    : 'Left out are the names and dates of files and folders, and these columns:'

/** The same in a line, for commands. */
export function privateLine(kept: KeptFields, hasMapping: boolean): string {
  const held = [...keptLines(kept, hasMapping), ...kept.columns.map(column => `column ${column}`)]
  const left = kept.leftOut.length > 0 ? `; left out: ${kept.leftOut.join(', ')}` : ''
  return `Private data set. Files that are written hold: ${held.join('; ')}${left}`
}
