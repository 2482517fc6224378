import { expect, test } from 'vitest'
import { splitThoughts, thoughtMarks } from '../../../../src/engine/protocol/thoughts.ts'

const closed: readonly (readonly [content: string, said: string, thoughts: string])[] = [
  ['A', 'A', ''],
  ['a < b and [c]', 'a < b and [c]', ''],
  ['<think>Hm.</think>\n\nA', 'A', 'Hm.'],
  // The template wrote the opening mark.
  ['Hm, A.\n</think>\nB', 'B', 'Hm, A.'],
  ['Hm, A.\n◁/think▷B', 'B', 'Hm, A.'],
  ['Hm, A.[/THINK]B', 'B', 'Hm, A.'],
  ['<thinking>x</thinking>B', 'B', 'x'],
  ['<THINK>x</Think>B', 'B', 'x'],
  ['<unused94>thought\nMaybe C.\n<unused95>B', 'B', 'Maybe C.'],
  ['<unused94>Maybe C.<unused95>B', 'B', 'Maybe C.'],
  ['<|channel>thought\nMaybe D.\n<channel|>C', 'C', 'Maybe D.'],
  ['<|START_THINKING|>A?<|END_THINKING|><|START_RESPONSE|>B<|END_RESPONSE|>', 'B', 'A?'],
  ['<|begin_of_thought|>A?<|end_of_thought|>\n<|begin_of_solution|>B<|end_of_solution|>', 'B', 'A?'],
  ['<seed:think>A?</seed:think>B', 'B', 'A?'],
  ['<|inner_prefix|>A?<|inner_suffix|>B', 'B', 'A?'],
  ['<|begin_of_box|>B<|end_of_box|>', 'B', ''],
  ['<think>A?</think><|begin_of_box|>B<|end_of_box|>', 'B', 'A?'],
  // A capital that has two characters in small letters.
  ['<think>İİ: A?</think>B', 'B', 'İİ: A?'],
  ['İİ <think>A?</think>B', 'İİ B', 'A?'],
  ['<reasoning>A or <think> D?</reasoning>B', 'B', 'A or <think> D?'],
  ['<think>A?</think>Perhaps.<think>D?</think> B', 'Perhaps. B', 'A?\nD?'],
  [
    '<|channel|>analysis<|message|>A or D?<|end|><|start|>assistant<|channel|>final<|message|>B<|return|>',
    'B',
    'A or D?',
  ],
  [
    '<|start|>assistant<|channel|>commentary<|message|>A<|end|><|channel|>final <|constrain|>json<|message|>B',
    'B',
    'A',
  ],
  ['analysisWe look: A or D?assistantfinalB', 'B', 'We look: A or D?'],
  ['analysis of the picture: B', 'analysis of the picture: B', ''],
]

test.each(closed)('%j', (content, said, thoughts) => {
  expect(splitThoughts(content)).toEqual({ said, thoughts, isOpen: false })
})

test('a thought that did not end is followed by no answer, whatever its marks', () => {
  for (const { open } of thoughtMarks)
    expect(splitThoughts(`${open}\nIt may be A`), open).toEqual({
      said: '',
      thoughts: 'It may be A',
      isOpen: true,
    })
  for (const content of [
    'I think. <think>A',
    '<think>a</think>B<think>c',
    '<|channel|>analysis<|message|>A',
    '<|channel|>anal',
    'analysisWe look at A',
  ])
    expect(splitThoughts(content), content).toMatchObject({ said: '', isOpen: true })
})

test('of each pair of marks the answer is what follows', () => {
  for (const { open, close } of thoughtMarks)
    expect(splitThoughts(`${open}\nIt may be A.${close}\nB`).said, open).toBe('B')
})
