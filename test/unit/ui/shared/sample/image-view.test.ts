import { expect, test } from 'vitest'
import {
  allGreys,
  fitted,
  fittedCover,
  movedPlacement,
  placementForm,
  windowed,
  windowForm,
  windowLine,
  zoomed,
} from '../../../../../src/ui/shared/sample/image-view.ts'

const whole = { x: 1, y: 1 }
const middle = { x: 0, y: 0 }

test('the point under the pointer stays there', () => {
  const at = { x: 0.2, y: -0.1 }
  const first = zoomed(fitted, 4, whole, at)
  const second = zoomed(first, 1.5, whole, at)
  // The image's own point under the pointer, before and after.
  for (const { zoom, x, y } of [first, second]) {
    expect((at.x - x) / zoom).toBeCloseTo(0.2)
    expect((at.y - y) / zoom).toBeCloseTo(-0.1)
  }
})

test('the frame stays full, and zoom has its ends', () => {
  const far = { x: 9, y: -9 }
  expect(movedPlacement(zoomed(fitted, 2, whole, middle), far, whole)).toEqual({ zoom: 2, x: 0.5, y: -0.5 })
  expect(movedPlacement(fitted, { x: 9, y: 9 }, whole)).toEqual(fitted)
  expect(zoomed(fitted, 1e6, whole, middle).zoom).toBe(32)
  expect(zoomed({ zoom: 2, x: 0.5, y: 0 }, 0.01, whole, middle)).toEqual(fitted)
})

test('an image narrower than its frame stays in the middle until it is as wide', () => {
  const cover = fittedCover({ width: 50, height: 100 }, { width: 400, height: 200 })
  expect(cover).toEqual({ x: 0.25, y: 1 })
  expect(movedPlacement(zoomed(fitted, 2, cover, middle), { x: 1, y: 1 }, cover)).toEqual({
    zoom: 2,
    x: 0,
    y: 0.5,
  })
  expect(movedPlacement(zoomed(fitted, 8, cover, middle), { x: 9, y: 9 }, cover)).toEqual({
    zoom: 8,
    x: 0.5,
    y: 3.5,
  })
})

test('a window goes from black to white over its width, around its level', () => {
  const shown = (level: number, width: number, grey: number) => {
    const { slope, intercept } = windowLine({ level, width })
    return slope * (grey / 255) + intercept
  }
  expect(shown(100, 50, 75)).toBeCloseTo(0)
  expect(shown(100, 50, 125)).toBeCloseTo(1)
  expect(shown(100, 50, 100)).toBeCloseTo(0.5)
  expect(windowed(allGreys, { level: -300, width: -300 })).toEqual({ level: 0, width: 1 })
})

test('an address gives the same view again, and never one that cannot be', () => {
  const view = movedPlacement(zoomed(fitted, 4, whole, { x: 0.2, y: -0.1 }), { x: 0.05, y: 0 }, whole)
  expect(placementForm.write(view)).toBe('4,-0.55,0.3')
  expect(placementForm.read('4,-0.55,0.3')).toEqual({ zoom: 4, x: -0.55, y: 0.3 })
  expect(placementForm.write(fitted)).toBeNull()
  expect(windowForm.read(windowForm.write({ level: 40, width: 80 }))).toEqual({ level: 40, width: 80 })
  expect(windowForm.write(allGreys)).toBeNull()
  for (const text of [null, '', '2', 'a,b,c', '2,,1', '1e999,0,0', '0.1,9,9'])
    expect(placementForm.read(text)).toEqual(fitted)
  expect(placementForm.read('1000,99,0')).toEqual({ zoom: 32, x: 31 / 2, y: 0 })
  expect(windowForm.read('1,x')).toEqual(allGreys)
  expect(windowForm.read('-5,0')).toEqual({ level: 0, width: 1 })
})
