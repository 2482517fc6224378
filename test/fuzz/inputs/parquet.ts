/** Parquet files field by field, honest or not, and goldens with damage. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  columnChunk,
  dataPage,
  fileMetadata,
  list,
  rowGroup,
  schemaElement,
  schemaRoot,
  struct,
  varint,
} from '../../unit/support/parquet-bytes.ts'
import type { Random } from '../../unit/support/random.ts'
import {
  anySize,
  type Bytes,
  howMany,
  joinBytes,
  le32,
  mutated,
  type Part,
  randomBytes,
  repeated,
} from '../bytes.ts'

export interface ParquetLies {
  readonly rows?: number
  readonly values?: number
  readonly unpacked?: number
  readonly packed?: number
  readonly codec?: number
  readonly encoding?: number
  readonly children?: number
  readonly body?: Part
  readonly columns?: number
  readonly levels?: Part
  readonly groups?: number
}

/** One optional text column, `question`, that holds a few values; where nothing else is told. */
export function parquetFile(lies: ParquetLies = {}): Bytes {
  const { rows = 3, values = rows, codec = 0, encoding = 0, columns = 1, groups = 1 } = lies
  const levels = lies.levels ?? joinBytes(varint(2 * rows), [1])
  const plain = repeated(joinBytes(le32(1), 'q'), Math.min(rows, 1000))
  const body = joinBytes(lies.body ?? joinBytes(le32(joinBytes(levels).length), levels, plain))
  const page = dataPage(body, values, {
    unpacked: lies.unpacked ?? body.length,
    packed: lies.packed ?? body.length,
    encoding,
  })
  const names = Array.from({ length: columns }, (_, i) => (i === 0 ? 'question' : `c${i}`))
  const schema = [schemaRoot(lies.children ?? columns), ...names.map(name => schemaElement(name, true, true))]
  const chunks = names.map(name => columnChunk(name, 4, page.length, values, codec))
  const group = rowGroup(chunks, page.length, rows)
  const metadata = fileMetadata(
    schema,
    rows * groups,
    Array.from({ length: groups }, () => group),
  )
  return joinBytes('PAR1', page, metadata, le32(metadata.length), 'PAR1')
}

/** Metadata and nothing else. */
export const onlyMetadata = (metadata: Part): Bytes =>
  joinBytes('PAR1', metadata, le32(joinBytes(metadata).length), 'PAR1')

/** A structure of one list of a million million items that are not there, or of as many as there are bytes. */
export const emptyStructs = (count: number, told = count): Bytes =>
  onlyMetadata(joinBytes(struct([list(2, 12, [repeated([0], count)], told)])))

/** A Zstandard frame of zeros: four bytes for every 128 kB. */
export function zstdZeros(bytes: number): Bytes {
  const most = 1 << 17
  const block = (size: number, isLast: boolean): number[] => [
    ...le32(size * 8 + 2 + Number(isLast)).slice(0, 3),
    0,
  ]
  const whole = Math.floor(bytes / most)
  return joinBytes(
    [0x28, 0xb5, 0x2f, 0xfd, 0xa0],
    le32(bytes),
    repeated(block(most, false), whole),
    block(bytes % most, true),
  )
}

const goldens = ['snappy', 'none-plain', 'zstd', 'gzip', 'v2-none', 'small-pages', 'delta', 'huggingface']

export function anyParquet(random: Random): Bytes {
  if (random.below(2) === 0) {
    const golden = readFileSync(
      resolve(`packages/tables/test/golden/parquet/${random.pick(goldens)}.parquet`),
    )
    if (random.below(2) === 0) return mutated(random, golden)
    // In its metadata, where a few bytes steer the most.
    const cut = golden.length - 8 - golden.readUInt32LE(golden.length - 8)
    const metadata = mutated(random, golden.subarray(cut, golden.length - 8))
    return joinBytes(golden.subarray(0, cut), metadata, le32(metadata.length), 'PAR1')
  }
  const maybe = <T>(value: () => T): T | undefined => (random.below(4) === 0 ? value() : undefined)
  const lies: { readonly [name in keyof ParquetLies]?: ParquetLies[name] | undefined } = {
    rows: maybe(() => anySize(random)),
    values: maybe(() => anySize(random)),
    unpacked: maybe(() => anySize(random)),
    packed: maybe(() => anySize(random)),
    codec: maybe(() => random.below(9)),
    encoding: maybe(() => random.below(10)),
    children: maybe(() => anySize(random)),
    columns: maybe(() => howMany(random, 5000)),
    groups: maybe(() => howMany(random, 2000)),
    body: maybe(() => randomBytes(random, random.below(200))),
    levels: maybe(() => randomBytes(random, random.below(40))),
  }
  // At most some 60 MB of metadata: more is refused by its size alone.
  const groups = lies.groups && Math.min(lies.groups, Math.ceil(1e6 / (lies.columns ?? 1)))
  const told = Object.fromEntries(
    Object.entries({ ...lies, groups }).filter(([, value]) => value !== undefined),
  )
  return parquetFile(told)
}
