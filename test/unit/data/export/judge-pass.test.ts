/** A judge's pass in run.json: taken back as it was, and refused where it is not about the run's own answers. */
import { expect, test } from 'vitest'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { judgePass, reply } from '../../support/judged.ts'
import { answersOfEachKind, mappedRun } from '../../support/mapped.ts'
import { readRunText } from '../../support/read-run.ts'

const whole = mappedRun(answersOfEachKind)
const parent = {
  ...whole,
  run: {
    ...whole.run,
    people: [{ rubric: { id: 'med-cmr', version: 1 }, file: 'a.csv', ratings: { '9': { coherence: 3 } } }],
  },
}
const pass = judgePass(parent, { showsImages: false, isHeld: true, repeated: [9], times: 1 }, at => reply(at))
const text = [...serializeRun({ ...parent, passes: [pass] })].join('')

test('it is read back completely', async () => {
  const read = await readRunText(text)
  expect(read.run.people).toEqual(parent.run.people)
  expect(read.passes).toEqual([pass])
})

test.each([
  [
    'another answer',
    (file: string) => file.replace('"response":"The liver.","', '"response":"The spleen.","'),
  ],
  [
    'a verdict that its reply does not give',
    (file: string) => file.replace(/("parsed":"\{\\"consistency\\":)\d/, '$19'),
  ],
  ['a rubric that there is not', (file: string) => file.replace('"rubric-med-cmr"', '"rubric-none"')],
  [
    'an answer that was not to be rated again',
    (file: string) => file.replace('"repeated":[9]', '"repeated":[10]'),
  ],
])('%s is refused by its field', async (_, change) => {
  const changed = change(text)
  expect(changed).not.toBe(text)
  const subject = expect.stringMatching(/^run\.json(: (passes\[0\]|records))?|^rubric-none/)
  await expect(readRunText(changed)).rejects.toMatchObject({ info: { subject } })
})
