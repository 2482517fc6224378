/** What people say of an answer: kinds of errors, or a point of a scale. */

/** A word for an answer, with the key that gives it. */
export interface MarkName {
  readonly key: string
  readonly name: string
  readonly meaning: string
}

/** A version is never changed: its names are in stored tags. */
export interface MarkSet {
  readonly id: string
  readonly name: string
  /** Whether the names are points of a scale, in order: then one is given, without seeing model and right answer. */
  readonly isScale: boolean
  /** One of them is the main one. */
  readonly names: readonly MarkName[]
  /** What may be said besides. */
  readonly besides: readonly MarkName[]
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Most names of a set: each has a letter. */
export const mostNames = letters.length

const lettered = (names: readonly (readonly [name: string, meaning: string])[]): readonly MarkName[] =>
  names.map(([name, meaning], at) => ({ key: letters[at] ?? '', name, meaning }))

const errorNames = lettered([
  ['finding overlooked', 'Something in the image was not seen.'],
  ['fine detail misread', 'It was seen, and its detail was read wrongly.'],
  ['wrong place or side', 'The finding is right and stands elsewhere.'],
  ['wrong measure or grade', 'Size, number, stage or grade is wrong.'],
  ['wrong inference', 'What was seen is right, and the conclusion is not.'],
  ['missing knowledge', 'A medical fact is wrong or unknown.'],
  ['given text ignored', 'The question or its context says otherwise.'],
  ['contradiction', 'The answer contradicts itself.'],
  ['finding invented', 'Something is described that the image does not show.'],
  ['not as asked', 'Right, and not an answer to this question.'],
  ['question or key faulty', 'The question is unclear, or its right answer is wrong.'],
])

/**
 * Kinds of errors. Med-CMR's Fig. 4a has errors by its seven tasks only; its names of kinds could not be read, so these are our own.
 */
export const errorKinds: MarkSet = {
  id: 'errors-1',
  name: 'Errors',
  isScale: false,
  names: errorNames,
  besides: errorNames,
}

/** The reasons that a reply gives, on four points. */
export const reasonScale = {
  id: 'reasons-1',
  name: 'Reasons, four points',
  isScale: true,
  names: [
    { key: '1', name: 'reasons 1 of 4', meaning: 'Wrong: the reasons do not hold.' },
    { key: '2', name: 'reasons 2 of 4', meaning: 'Mostly wrong: some of the reasons hold.' },
    { key: '3', name: 'reasons 3 of 4', meaning: 'Mostly right: a small mistake or gap.' },
    { key: '4', name: 'reasons 4 of 4', meaning: 'Right: complete, and the image supports them.' },
  ],
  besides: [
    {
      key: 'U',
      name: 'unsupported statement',
      meaning: 'The image does not support a statement of the reply.',
    },
  ],
} as const satisfies MarkSet

/** A user's own kinds of errors. */
export function ownKinds(names: readonly string[]): MarkSet {
  const kinds = lettered(names.slice(0, mostNames).map(name => [name, ''] as const))
  return { id: 'own', name: 'My own labels', isScale: false, names: kinds, besides: kinds }
}
