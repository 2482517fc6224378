import { expect, test } from 'vitest'
import { unrankedWords } from '../../../src/features/chains/text/unranked-words.ts'

test('what is not ranked is named', () => {
  const place = { task: 'Disease Diagnosis', modality: 'CT', parts: 'Chest' }
  const one = { ...place, constant: { of: 'right', answer: 'no' }, chains: [3] } as const
  expect(unrankedWords([one])).toBe(
    '1 more image with a right diagnosis and a wrong perception is not ranked. One answer is always right or given: Disease Diagnosis · CT · Chest (“no” is always right).',
  )
  const of = (chain: number) => ({ ...one, parts: `P${chain}`, chains: [chain, 99] })
  expect(unrankedWords([1, 2, 3, 4, 5, 6, 7].map(of))).toMatch(
    /^8 more images .* \(“no” is always right\); 2 more\.$/,
  )
})
