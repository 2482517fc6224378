import { describe, expect, it } from 'vitest'
import { Random } from '../../../test/unit/support/random.ts'
import { rounds } from '../../../test/unit/support/rounds.ts'
import { Budget } from '../src/budget.ts'
import { readJpeg } from '../src/jpeg.ts'
import { probeImage } from '../src/sniff.ts'
import { readWebp } from '../src/webp.ts'
import { imageFile, verdicts } from './image-files.ts'

/** Stored sizes differ from the final ones where a TIFF is turned or a GIF frame reaches over its screen. */
function isStoredSize(file: string): boolean {
  return !/^(orientation.*\.tif|frame-outside\.gif)$/.test(file)
}

describe('probeImage', () => {
  it('finds format and size of every file that Pillow reads', () => {
    for (const verdict of verdicts) {
      if (verdict.error !== undefined || !isStoredSize(verdict.file)) continue
      const { file, format, width, height } = verdict
      expect([file, probeImage(imageFile(file))]).toEqual([file, { format, width, height }])
    }
  })

  it('recognises no format in other bytes', () => {
    for (const bytes of [[], [0], [0xff, 0xd8], [...'<html>'].map(c => c.charCodeAt(0))]) {
      expect(probeImage(Uint8Array.from(bytes))).toBeNull()
    }
  })

  it('never throws, however damaged the file', () => {
    const random = new Random(2)
    for (let round = 0; round < rounds(20_000); round++) {
      const bytes = imageFile(random.pick(verdicts).file)
      const damaged = bytes.slice(0, random.below(3) === 0 ? random.below(bytes.length + 1) : bytes.length)
      const reach = Math.min(damaged.length, random.below(2) === 0 ? 64 : damaged.length)
      for (let flips = random.below(6); flips > 0 && reach > 0; flips--) {
        damaged[random.below(reach)] = random.below(256)
      }
      const header = probeImage(damaged)
      for (const side of [header?.width ?? 0, header?.height ?? 0]) expect(side).toBeGreaterThanOrEqual(0)
      readJpeg(damaged)
      readWebp(damaged, new Budget('damaged', damaged.length))
    }
  })
})

describe('readJpeg', () => {
  it('leaves out orientation, profiles and anything after the end mark', () => {
    for (const file of ['orientation.jpg', 'icc.jpg', 'tail.jpg']) {
      const { complete, bare, frame } = readJpeg(imageFile(file))
      expect([file, complete, frame?.process]).toEqual([file, true, 0])
      const bytes = Buffer.concat(bare)
      expect(bytes.includes('Exif') || bytes.includes('ICC_PROFILE') || bytes.includes('after')).toBe(false)
      expect([...bytes.subarray(-2)]).toEqual([0xff, 0xd9])
    }
  })

  it('keeps the Adobe segment, by which colours are coded', () => {
    const { adobe, bare, frame } = readJpeg(imageFile('cmyk.jpg'))
    expect([adobe, frame?.components, Buffer.concat(bare).includes('Adobe')]).toEqual([true, 4, true])
  })
})

describe('readWebp', () => {
  it('takes the first picture out of an animation, without its alpha', () => {
    for (const file of ['animated-alpha.webp', 'lossless-alpha.webp', 'lossy-alpha.webp', 'icc.webp']) {
      const read = (bytes: Uint8Array) => readWebp(bytes, new Budget(file, bytes.length))
      const picture = read(imageFile(file))
      const text = Buffer.from(picture?.file ?? []).toString('latin1')
      expect([file, /ALPH|VP8X|ICCP|ANIM/.test(text)]).toEqual([file, false])
      // Only lossless data still holds what its header no longer tells of.
      expect([file, picture?.holdsAlpha]).toEqual([file, /^(animated|lossless)/.test(file)])
      // What is left is a file that says the same of itself.
      expect(read(picture?.file ?? new Uint8Array(0))).toEqual({ ...picture, x: 0, y: 0, holdsAlpha: false })
    }
  })
})
