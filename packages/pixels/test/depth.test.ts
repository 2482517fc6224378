import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ctSlice } from '../../../test/unit/support/dicom-bytes.ts'
import { sharedSet } from '../../../test/unit/support/shared-folder.ts'
import { decodeDepth } from '../src/depth.ts'
import { nodeCodec } from '../src/node-codec.ts'

const folder = sharedSet('dicom')

const depthIn = (bytes: Uint8Array, path: string, place: number | null = null) =>
  decodeDepth(new Blob([new Uint8Array(bytes)]), path, place, nodeCodec)

test('a file has its values, and no more depth than its picture is none', async () => {
  const depth = await depthIn(ctSlice({ patient: 1 }), 'a.dcm')
  expect(depth).toMatchObject({
    along: 'frame',
    count: 1,
    place: 0,
    frame: { kind: 'grey', grey: { isHounsfield: true } },
  })
  expect(await depthIn(new Uint8Array(200), 'a.png')).toBeNull()
})

describe.skipIf(folder === null)('files of several frames', () => {
  const bytes = () => new Uint8Array(readFileSync(join(folder ?? '', 'DicomBrain/pictures/frames-3.dcm')))

  test('open at the frame that the path names, else at the first, and never beyond the last', async () => {
    const at = async (path: string, place: number | null) => (await depthIn(bytes(), path, place))?.place
    expect(await at('x.dcm//frame=2', null)).toBe(1)
    expect(await at('x.dcm//frame=2', 2)).toBe(2)
    expect(await at('x.dcm', null)).toBe(0)
    expect(await at('x.dcm//frame=3of3', null)).toBe(2)
    expect(await at('x.dcm', 9)).toBe(2)
  })
})
