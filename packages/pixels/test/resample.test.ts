import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { drawSome } from '../../../test/unit/support/rounds.ts'
import { filterOfPil, type ResampleFilter } from '../src/filters.ts'
import type { Pixels } from '../src/pixels.ts'
import { resample } from '../src/resample.ts'
import golden from './golden/pillow/resample.json' with { type: 'json' }

type Case = [
  width: number,
  height: number,
  channels: 1 | 3 | 4,
  newWidth: number,
  newHeight: number,
  filter: ResampleFilter,
  offset: number,
  hard: 0 | 1,
  hash: string,
]

/** The byte pool of tools/golden/pillow_resample.py. */
function pool(): Uint8Array {
  let state = golden.seed
  return Uint8Array.from({ length: golden.pool }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 24
  })
}

const bytes = pool()

function input(width: number, height: number, channels: 1 | 3 | 4, offset: number, hard: boolean): Pixels {
  const data = bytes.slice(offset, offset + width * height * channels)
  return { width, height, channels, data: hard ? data.map(value => (value < 128 ? 0 : 255)) : data }
}

describe('resample', () => {
  for (const filter of ['nearest', 'box', 'bilinear', 'hamming', 'bicubic', 'lanczos'] as const) {
    const cases = (golden.cases as Case[]).filter(row => row[5] === filter)

    it(`equals Pillow to the byte, ${filter}, ${cases.length} sizes`, () => {
      const different = drawSome(cases, 3).filter(
        ([width, height, channels, newWidth, newHeight, , offset, hard, hash]) => {
          const source = input(width, height, channels, offset, hard === 1)
          const { data } = resample(source, newWidth, newHeight, filter)
          return createHash('sha256').update(data).digest('hex').slice(0, 16) !== hash
        },
      )
      expect(cases.length).toBeGreaterThan(100)
      expect(different).toEqual([])
    })
  }

  it('gives the same for grey RGB as for grey alone, and misses no colour', () => {
    const grey = input(37, 29, 1, 0, false)
    const rgb = Uint8Array.from({ length: 3 * grey.data.length }, (_, i) => grey.data[Math.trunc(i / 3)] ?? 0)
    const source: Pixels = { ...grey, channels: 3, data: rgb }
    const alone = resample(grey, 23, 31, 'lanczos').data
    const { channels, data } = resample(source, 23, 31, 'lanczos')
    expect(channels).toBe(3)
    for (const channel of [0, 1, 2]) expect(data.filter((_, i) => i % 3 === channel)).toEqual(alone)
    const last = rgb.with(rgb.length - 1, 255 - (rgb.at(-1) ?? 0))
    const coloured = resample({ ...source, data: last }, 23, 31, 'lanczos').data
    expect(coloured.at(-2)).toBe(data.at(-2))
    expect(coloured.at(-1)).not.toBe(data.at(-1))
  })

  it('copies at the same size, colour under transparency included', () => {
    const source = input(5, 4, 4, 0, false)
    const copy = resample(source, 5, 4, 'lanczos')
    expect([...copy.data]).toEqual([...source.data])
    expect(copy.data.buffer).not.toBe(source.data.buffer)
  })

  it('refuses invalid sizes and missing pixels', () => {
    const source = input(5, 4, 3, 0, false)
    for (const side of [0, -1, 1.5, Number.NaN])
      expect(() => resample(source, side, 4, 'box')).toThrow(RangeError)
    expect(() => resample({ ...source, height: 5 }, 4, 4, 'box')).toThrow(RangeError)
  })
})

describe('filterOfPil', () => {
  it('uses the numbers of PIL.Image.Resampling', () => {
    expect([0, 1, 2, 3, 4, 5].map(filterOfPil)).toEqual([
      'nearest',
      'lanczos',
      'bilinear',
      'bicubic',
      'box',
      'hamming',
    ])
    expect(() => filterOfPil(6)).toThrow(RangeError)
  })
})
