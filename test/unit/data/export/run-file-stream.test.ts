/** A run.json that is read a record at a time comes to what it comes to as a whole, and is refused for the same. */
import { expect, test } from 'vitest'
import type { ByteFile } from '../../../../src/data/containers/bytes.ts'
import { parseRun, serializeRun } from '../../../../src/data/export/run-file.ts'
import { streamRun, UnstreamedError } from '../../../../src/data/export/run-file-stream.ts'
import type { RunFile } from '../../../../src/data/export/run-parts.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { frameOf } from '../../../../src/engine/protocol/frame.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { Random } from '../../support/random.ts'
import { badFiles, findings, passes, records, skipped, wholeRun } from '../../support/sound-run.ts'

const frame = frameOf(records.map(({ sample }) => sample))
const paused = { ...wholeRun, state: 'paused' as const }
const files: readonly RunFile[] = [
  { run: wholeRun, records, skipped, findings, badFiles, passes: [] },
  { run: paused, records: records.slice(0, 2), skipped: [], findings: [], badFiles: [], frame, passes },
  { run: paused, records: [], skipped: [], findings: [], badFiles: [], passes: [] },
]

/** Read a few bytes at a time. */
function fileOf(text: string, atOnce: (longest: number) => number): ByteFile {
  const bytes = new TextEncoder().encode(text)
  return {
    name: 'run.json',
    size: bytes.length,
    read: async (start, end) => bytes.slice(start, Math.min(end, start + 1 + atOnce(40))),
  }
}

async function streamed(text: string, atOnce: (longest: number) => number = () => 1000): Promise<RunFile> {
  const parts: { run: Run; records: RunRecord[] }[] = []
  let load: Pick<RunFile, 'skipped' | 'findings' | 'badFiles' | 'frame'> | null = null
  await streamRun(fileOf(text, atOnce), {
    run: async run => void parts.push({ run, records: [] }),
    record: async record => void parts.at(-1)?.records.push(record),
    sampleOf: async index => parts[0]?.records.find(({ sample }) => sample.index === index)?.sample,
    load: async told => {
      load = told
    },
  })
  const [whole, ...others] = parts
  if (!whole || !load) throw new Error('Nothing was told.')
  return { ...whole, ...(load as Pick<RunFile, 'skipped' | 'findings' | 'badFiles'>), passes: others }
}

const outcomeOf = async (work: () => Promise<unknown> | unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnstreamedError) return 'as a whole'
    if (error instanceof VoxelwiseError) return error.info.code
    throw error
  }
}

test.each(files.map((file, i) => [i, file] as const))(
  'file %i comes back as it was, however it is cut',
  async (_, file) => {
    const random = new Random(1)
    const text = [...serializeRun(file)].join('')
    for (let round = 0; round < 5; round++)
      expect(await streamed(text, n => random.below(n))).toEqual(parseRun(text, 'run.json'))
    expect(await streamed(JSON.stringify(JSON.parse(text), null, 2))).toEqual(
      parseRun(JSON.stringify(JSON.parse(text), null, 2), 'run.json'),
    )
  },
)

test('what is damaged is refused as the whole is, or read as a whole', async () => {
  const random = new Random(2)
  const pieces = ['"', '{', ']', ',', '1', 'x', ' ', '\\', '[', '-', 'r', '0']
  for (const file of files) {
    const text = [...serializeRun(file)].join('')
    for (let round = 0; round < 400; round++) {
      const at = random.below(text.length)
      const kind = random.below(3)
      const damaged =
        kind === 0
          ? text.slice(0, at)
          : text.slice(0, at) + (kind === 1 ? random.pick(pieces) : '') + text.slice(at + 1)
      const whole = await outcomeOf(() => parseRun(damaged, 'run.json'))
      const byParts = await outcomeOf(() => streamed(damaged, () => 1000))
      if (byParts !== 'as a whole')
        expect(byParts, damaged.slice(Math.max(0, at - 30), at + 30)).toEqual(whole)
    }
  }
})

test.each([
  ['"correct":false', '"correct":true', 'records[0].correct'],
  ['"rightAnswer":"B"', '"rightAnswer":"A"', 'records[0].rightAnswer'],
  ['"total":3', '"total":2', 'run.total'],
])('the field at fault is named: %s', async (from, to) => {
  const text = [...serializeRun(files[0] as RunFile)].join('').replace(from, to)
  const subjectOf = async (work: () => unknown) => {
    try {
      await work()
      return null
    } catch (error) {
      return (error as VoxelwiseError).info.subject
    }
  }
  const whole = await subjectOf(() => parseRun(text, 'run.json'))
  expect(whole).toMatch(/^run\.json: /)
  expect(await subjectOf(() => streamed(text))).toBe(whole)
})

test('another order than ours is left to who reads it as a whole', async () => {
  const { run, ...others } = JSON.parse([...serializeRun(files[0] as RunFile)].join(''))
  await expect(streamed(JSON.stringify({ ...others, run }))).rejects.toThrow(UnstreamedError)
})
