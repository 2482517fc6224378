/** How published files name their splits, in names of files and folders. */
import { expect, test } from 'vitest'
import { splitOfPath, splitOfWord } from '../../../../../src/data/formats/readers/split-names.ts'

test.each([
  ['validate.json', 'validation'],
  ['valset.json', 'validation'],
  ['testset.json', 'test'],
  ['trainset.json', 'train'],
  ['TestSet.jsonl', 'test'],
  ['OrganVQA2031-TestQuestions/list.txt', 'test'],
  ['organ_qa_test2031_pairs.json', 'test'],
  ['organ_val2031_questions.json', 'validation'],
  ['organ_test-dev2031_questions.json', 'test'],
  ['trainval.json', 'train'],
  ['测试集.json', 'test'],
  ['contest.json', null],
  ['latest/interval.json', null],
  ['lab_tests.csv', null],
  ['value.json', null],
  ['trainer.json', null],
  ['valve-training/questions.json', 'train'],
])('%s is of the split %s', (path, split) => {
  expect(splitOfPath(path)).toBe(split)
})

test.each(['tests', 'testicle', 'valve', 'valid_until', 'evaluate me', 'trainee', 'devices'])(
  '"%s" is no split',
  word => {
    expect(splitOfWord(word)).toBeNull()
  },
)
