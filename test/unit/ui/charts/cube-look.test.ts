import { expect, test } from 'vitest'
import type { VoxelEstimate } from '../../../../src/engine/analysis/report.ts'
import { cubeKey } from '../../../../src/ui/charts/cube-frame.tsx'
import { cubeLayout } from '../../../../src/ui/charts/cube-layout.ts'
import { accuracyLook, blindLook, differenceLook } from '../../../../src/ui/charts/cube-look.ts'
import { measureByTable as measure } from '../../../../src/ui/charts/kit/text.ts'
import { estimate } from '../../support/estimates.ts'

const labels = { task: 'Disease Diagnosis', modality: 'CT', parts: 'Brain' }
const voxel = (n: number, correct: number, chance: number): VoxelEstimate => ({
  ...labels,
  ...estimate(n, correct, chance),
})

test('a square is hollow exactly if the interval it is drawn with includes guessing', () => {
  for (let n = 1; n <= 40; n++)
    for (let correct = 0; correct <= n; correct++)
      for (const chance of [0.25, 0.5]) {
        const one = voxel(n, correct, chance)
        expect(accuracyLook.isHollow(one)).toBe(one.low <= chance && chance <= one.high)
      }
})

test('a difference is hollow exactly if its interval includes 0', () => {
  const hollow = (low: number, high: number) =>
    differenceLook([{ ...labels, difference: 0.1, low, high }]).isHollow(voxel(20, 10, 0.25))
  expect(hollow(0.01, 0.2)).toBe(false)
  expect(hollow(-0.3, -0.02)).toBe(false)
  expect(hollow(-0.05, 0.25)).toBe(true)
})

test('the size of a square follows n alone', () => {
  const sides = [0, 10, 20].map(correct => {
    const other = { ...voxel(80, 40, 0.25), modality: 'MRI' }
    const { cells } = cubeLayout([voxel(20, correct, 0.25), other], {
      width: 900,
      measure,
      items: [],
      planned: undefined,
      order: undefined,
    })
    return cells.find(cell => cell.voxel.modality === 'CT')?.side
  })
  expect(new Set(sides).size).toBe(1)
})

test('the ink is on voxels that fail', () => {
  const strength = (correct: number) => accuracyLook.cellColour(voxel(100, correct, 0.25))
  expect(strength(0)).toBe('color-mix(in oklab, var(--scale-below) 100%, var(--scale-guess))')
  expect(strength(25)).toBe('color-mix(in oklab, var(--scale-fine) 0%, var(--scale-guess))')
  expect(strength(100)).toBe('color-mix(in oklab, var(--scale-fine) 100%, var(--scale-guess))')
})

test('without the image, the ink is on voxels above guessing, and the key says so', () => {
  const look = blindLook('blank')
  const colours = [0, 25, 100].map(correct => look.cellColour(voxel(100, correct, 0.25)))
  expect(colours).toEqual([
    'color-mix(in oklab, var(--scale-fine) 100%, var(--scale-chance))',
    'color-mix(in oklab, var(--scale-fine) 0%, var(--scale-chance))',
    'color-mix(in oklab, var(--scale-below) 100%, var(--scale-chance))',
  ])
  // The ramp of the key is drawn from left to right in the same colours.
  expect([-1, 0, 1].map(position => look.scale?.colourAt(position))).toEqual(colours)
  expect(look.filled).toBe('above guessing: no image was needed')
  expect(look.number).toBe('accuracy on a blank image, %')
})

test('a voxel of fewer than five answers is grey, and so the key says', () => {
  expect(accuracyLook.cellColour(voxel(4, 0, 0.25))).toBe('var(--scale-chance)')
  expect(accuracyLook.cellColour(voxel(5, 0, 0.25))).toContain('var(--scale-below)')
  const texts = (hasFew: boolean) =>
    cubeKey(accuracyLook, [4, 30], { hasHatched: false, hasFew }).map(({ text }) => text)
  expect(texts(true)).toContain('grey = fewer than 5 answers')
  expect(texts(false)).not.toContain('grey = fewer than 5 answers')
  expect(texts(false)).toContain('larger = more answers, n 4 to 30')
  // Before the first answer there is no n.
  expect(cubeKey(accuracyLook, [], { hasHatched: false, hasFew: false })[1]?.text).toBe(
    'larger = more answers',
  )
})
