import { crc32 } from '@voxelwise/pixels'
import type { Random } from '../../unit/support/random.ts'
import { anySize, type Bytes, be32, howMany, joinBytes, type Part, randomBytes, repeated } from '../bytes.ts'
import { anyDeflate } from './deflate.ts'

const signature = '\x89PNG\r\n\x1a\n'

export function chunk(kind: string, ...parts: readonly Part[]): Bytes {
  const body = joinBytes(kind, ...parts)
  return joinBytes(be32(body.length - 4), body, be32(crc32(body)))
}

export function pngHeader(width: number, height: number, depth = 8, colour = 0, interlace = 0): Bytes {
  return joinBytes(signature, chunk('IHDR', be32(width), be32(height), [depth, colour, 0, 0, interlace]))
}

const others = ['tEXt', 'zTXt', 'iCCP', 'PLTE', 'acTL', 'fcTL', 'fdAT', 'eXIf', 'IHDR', 'tRNS', '\0\0\0\0']

export function anyPng(random: Random): Bytes {
  const [width, height] = [anySize(random), anySize(random)]
  const [depth, colour] = random.pick([
    [1, 0],
    [8, 0],
    [16, 0],
    [8, 2],
    [16, 2],
    [4, 3],
    [8, 4],
    [8, 6],
    [16, 6],
    [3, 9],
  ] as const)
  const rowBytes = Math.ceil((width * depth * ({ 2: 3, 4: 2, 6: 4 }[colour as number] ?? 1)) / 8)
  const data = anyDeflate(random, Math.min(2e6, (rowBytes + 1) * height))
  const cut = random.below(data.length + 1)
  const other = () => {
    const one = chunk(random.pick(others), randomBytes(random, random.below(40)))
    if (random.below(20) === 0) one.set(be32(random.below(2 ** 32)), 0)
    return repeated(one, howMany(random, 400_000))
  }
  return joinBytes(
    pngHeader(width, height, depth, colour, random.below(3) === 0 ? 1 : 0),
    other(),
    chunk('IDAT', data.subarray(0, cut)),
    repeated(chunk('IDAT'), howMany(random, 400_000)),
    chunk('IDAT', data.subarray(cut)),
    other(),
    random.below(4) === 0 ? '' : chunk('IEND'),
  )
}
