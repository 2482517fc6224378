import { asStored, display, type GreyFrame, type Window } from '@voxelwise/pixels'
import { expect, test } from 'vitest'
import {
  dragged,
  firstWindow,
  pixelAt,
  presetsFor,
  stepped,
  valueText,
} from '../../../../../src/ui/shared/sample/depth/depth-window.ts'

const ct: GreyFrame = {
  ...{ width: 2, height: 2, values: Int16Array.of(0, 1024, 1064, -2000) },
  rescale: { kind: 'linear', slope: 1, intercept: -1024 },
  isHounsfield: true,
  voiLuts: [],
  windows: [
    { centre: 40, width: 400, function: 'LINEAR' },
    { centre: 1, width: 0, function: 'LINEAR' },
  ],
  isInverted: false,
  padding: [-2000, -2000],
}

test('a CT offers the windows of its file that can be applied, those of CT, and its range', () => {
  const names = presetsFor(ct).map(({ name }) => name)
  expect(names[0]).toBe('File’s window 1 (40/400)')
  expect(names).toHaveLength(7)
  expect(presetsFor({ ...ct, isHounsfield: false }).map(({ name }) => name)).toEqual([
    'File’s window 1 (40/400)',
    'Full range',
  ])
})

test('a value is one of the modality, with its unit where it has one', () => {
  expect(valueText(ct, { column: 0, row: 1 })).toBe('40 HU')
  expect(valueText(ct, { column: 1, row: 1 })).toBe('padding')
  const decimal = {
    ...ct,
    rescale: { kind: 'linear', slope: 0.1, intercept: 0 },
    isHounsfield: false,
  } as const
  expect(valueText(decimal, { column: 1, row: 0 })).toBe('102.4')
})

test('parts of a drag add up', () => {
  const start: Window = { centre: 40, width: 400, function: 'LINEAR' }
  const whole = dragged(start, { x: 0.5, y: 0 })
  const parts = Array.from({ length: 10 }).reduce<Window>(now => dragged(now, { x: 0.05, y: 0 }), start)
  expect(parts.width).toBeCloseTo(whole.width, 9)
  expect(dragged(dragged(start, { x: 0, y: 0.1 }), { x: 0, y: 0.2 }).centre).toBeCloseTo(160, 9)
  expect(dragged(start, { x: -100, y: 0 }).width).toBe(1)
})

test('dragging begins with the window that shows the frame, or with one over its range', () => {
  expect(firstWindow(display(ct, { kind: 'file', window: 0 }).display, ct)).toEqual(ct.windows[0])
  const shown = display(ct, { kind: 'minmax' })
  const start = firstWindow(shown.display, ct)
  expect(start).toEqual({ centre: -492, width: 1064, function: 'LINEAR_EXACT' })
  expect(display(ct, { kind: 'window', ...start }).pixels.data.slice(0, 3)).toEqual(
    shown.pixels.data.slice(0, 3),
  )
  const flat = { ...ct, values: new Uint8Array(4), rescale: asStored, padding: null }
  expect(firstWindow({ used: 'rgb3' }, flat).width).toBeGreaterThan(0)
})

test('a pixel is found under the pointer, and steps stay inside', () => {
  const size = { width: 10, height: 5 }
  const cover = { x: 1, y: 0.5 }
  expect(pixelAt({ x: 0, y: 0 }, cover, size)).toEqual({ column: 5, row: 2 })
  expect(pixelAt({ x: 0, y: 0.3 }, cover, size)).toBeNull()
  expect(stepped(null, { column: 1, row: 0 }, size)).toEqual({ column: 5, row: 2 })
  expect(stepped({ column: 9, row: 0 }, { column: 1, row: -1 }, size)).toEqual({ column: 9, row: 0 })
})
