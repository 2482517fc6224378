import { expect, test } from 'vitest'
import { taskSigns } from '../../../src/features/chains/text/task-signs.ts'

test('tasks have the signs of the paper, others their initials, each its own', () => {
  const tasks = ['Organ Recognition', 'Texture', 'Odd Recognition', 'ROI Grounding', '']
  expect([...taskSigns(tasks).values()]).toEqual(['OR', 'TE', 'OR2', 'RG', '–'])
})

test.each(['__proto__', 'constructor', 'toString'])('a task may be called %s', name => {
  expect(taskSigns([name]).get(name)).toBeTypeOf('string')
})
