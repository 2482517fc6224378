import { expect, test } from 'vitest'
import { filesLeftOutWords } from '../../../src/features/headers/text/header-reasons.ts'

test('files that are left out are a sentence: how many, and the most frequent reasons', () => {
  expect(filesLeftOutWords({}, 40)).toBe('')
  expect(filesLeftOutWords({ 'not-dicom': 1 }, 40)).toBe(
    '1 of 40 files is not asked about: not a DICOM file (1).',
  )
  expect(filesLeftOutWords({ derived: 2, localizer: 5, blank: 1, phantom: 3, screenshot: 1 }, 1200)).toBe(
    '12 of 1,200 files are not asked about: localizer (5), phantom or quality control (3), derived image (2), other reasons (2).',
  )
})
