import type { Random } from '../../unit/support/random.ts'
import { anySize, type Bytes, howMany, joinBytes, le16, le32, randomBytes, repeated } from '../bytes.ts'

/** A NumPy array whose header says one thing and whose values may be another. */
export function anyNpy(random: Random): Bytes {
  const axes = Array.from({ length: random.below(6) }, () =>
    random.pick([anySize(random, 300), 1, -1, 99_999_999, '']),
  )
  const header = random.pick([
    `{'descr': '${random.pick(['<f4', '>f8', '|u1', '=i2', '<c16', 'O'])}', 'fortran_order': ${random.pick(['False', 'True'])}, 'shape': (${axes.join(', ')}), }`,
    "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 2)}",
    '('.repeat(howMany(random, 60_000)),
  ])
  const version = 1 + random.below(3)
  const length = random.below(4) ? header.length : anySize(random)
  return joinBytes(
    ...[[0x93], 'NUMPY', [version, 0], version === 1 ? le16(length) : le32(length), header],
    random.below(2) ? randomBytes(random, random.below(20_000)) : repeated([0], howMany(random, 5_000_000)),
  )
}
