import type { Json } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { unreadAmong } from '../../../../src/engine/analysis/judged-rows.ts'

const judged = (fields: Readonly<Record<string, Json>>, correct = false) => ({ fields, correct })

test('replies of a results.json from which nothing was read are counted', () => {
  const official = (model_response: string | null, correct = false) =>
    judged({ option_A: 'yes', option_B: 'no', model_response }, correct)
  // MedRCube's rule reads the first letter that stands alone. Nothing read is right where no option is.
  expect(
    unreadAmong([
      official('B'),
      official('The image shows…'),
      official(''),
      official('', true),
      official(null),
    ]),
  ).toEqual({ answered: 5, unread: 3 })
  const ofJudge = (parsed: string | null) => judged({ judge: 'direct', parsed, model_response: 'yes' })
  expect(unreadAmong([ofJudge('yes'), ofJudge(null), ofJudge('')])).toEqual({ answered: 3, unread: 2 })
})

test('of records of another kind it is not known', () => {
  expect(unreadAmong([judged({ model_response: 'a nodule' })])).toBeNull()
})
