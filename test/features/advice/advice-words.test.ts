import { expect, test } from 'vitest'
import { publishedVlms } from '../../../src/features/advice/engine/published-vlms.ts'
import {
  commandNotes,
  expectedSpeedWords,
  folderSizeWords,
} from '../../../src/features/advice/text/advice-words.ts'

test('estimates are marked, and missing ones are a dash', () => {
  expect(folderSizeWords(1.02e9)).toBe('≈ 1.0 GB')
  expect(expectedSpeedWords(null)).toBe('–')
  expect(expectedSpeedWords(0.5)).toBe('≈ 500 ms')
})

test('further steps besides the commands are listed', () => {
  const notes = (name: string) => {
    const vlm = publishedVlms.find(one => one.name === name)
    return vlm ? commandNotes(vlm, 'q4').join(' ') : ''
  }
  expect(notes('FastVLM 0.5B')).toMatch(/the second the q4 files/)
  expect(notes('MedGemma 4B')).toMatch(/licence.*pick the folder/)
})
