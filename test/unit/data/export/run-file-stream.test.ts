/** A run.json is read to what was written, and refused for the same reasons, in however many pieces it is read. */
import type { ByteFile } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { type RunFile, serializeRun } from '../../../../src/data/export/run-file.ts'
import { readRun } from '../../../../src/data/export/run-file-stream.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { makeFrame } from '../../../../src/engine/protocol/frame.ts'
import { judgePass, reply } from '../../support/judged.ts'
import { answersOfEachKind, mappedRun } from '../../support/mapped.ts'
import { Random } from '../../support/random.ts'
import { readRunText } from '../../support/read-run.ts'
import { rounds } from '../../support/rounds.ts'
import { badFiles, findings, passes, records, skipped, wholeRun } from '../../support/sound-run.ts'

const frame = makeFrame(records.map(({ sample }) => sample))
const judged = mappedRun(answersOfEachKind)
const paused = { ...wholeRun, state: 'paused' as const }
const files: readonly RunFile[] = [
  { run: wholeRun, records, skipped, findings, badFiles, passes: [] },
  {
    run: paused,
    records: records.slice(0, 2),
    skipped: [],
    findings: [],
    badFiles: [],
    frame,
    regions: [[1, 2, 3, 4, 5]],
    passes,
  },
  { run: paused, records: [], skipped: [], findings: [], badFiles: [], passes: [] },
  {
    ...judged,
    skipped: [],
    findings: [],
    badFiles: [],
    passes: [
      judgePass(judged, { showsImages: false, isHeld: true, repeated: [9], times: 2 }, at => reply(at % 5)),
    ],
  },
]

/** Read a few bytes at a time. */
function makeFile(text: string, atOnce: (longest: number) => number): ByteFile {
  const bytes = new TextEncoder().encode(text)
  return {
    name: 'run.json',
    size: bytes.length,
    read: async (start, end) => bytes.slice(start, Math.min(end, start + 1 + atOnce(40))),
  }
}

const streamed = (text: string, atOnce: (longest: number) => number = () => 1000): Promise<RunFile> =>
  readRun(makeFile(text, atOnce))

const readOutcome = async (work: () => Promise<unknown> | unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof VoxelwiseError) return error.info.code
    throw error
  }
}

test.each(files.map((file, i) => [i, file] as const))(
  'file %i is read back unchanged, however it is cut',
  async (_, file) => {
    const random = new Random(1)
    const text = [...serializeRun(file)].join('')
    for (let round = 0; round < 5; round++) expect(await streamed(text, n => random.below(n))).toEqual(file)
    const respelt = JSON.parse(text)
    expect(await streamed(JSON.stringify(respelt, null, 2))).toEqual(
      await readRunText(JSON.stringify(respelt)),
    )
  },
)

test('a damaged file is refused as a whole', async () => {
  const random = new Random(2)
  const pieces = ['"', '{', ']', ',', '1', 'x', ' ', '\\', '[', '-', 'r', '0']
  for (const file of files) {
    const text = [...serializeRun(file)].join('')
    for (let round = 0; round < rounds(400); round++) {
      const at = random.below(text.length)
      const kind = random.below(3)
      const damaged =
        kind === 0
          ? text.slice(0, at)
          : text.slice(0, at) + (kind === 1 ? random.pick(pieces) : '') + text.slice(at + 1)
      const whole = await readOutcome(() => readRunText(damaged))
      const byParts = await readOutcome(() => streamed(damaged, () => 30))
      expect(byParts, damaged.slice(Math.max(0, at - 30), at + 30)).toEqual(whole)
    }
  }
})

test.each([
  ['"correct":false', '"correct":true', 'records[0].correct'],
  ['"rightAnswer":"B"', '"rightAnswer":"A"', 'records[0].rightAnswer'],
  ['"total":3', '"total":2', 'run.total'],
])('the field at fault is named: %s', async (from, to, field) => {
  const text = [...serializeRun(files[0] as RunFile)].join('').replace(from, to)
  await expect(streamed(text)).rejects.toMatchObject({ info: { subject: `run.json: ${field}` } })
})

test.each(files.map((file, i) => [i, file] as const))(
  'the members of file %i may be in any order, and so may those of its passes',
  async (_, file) => {
    const random = new Random(3)
    const shuffled = (value: object) =>
      Object.fromEntries(
        Object.entries(value)
          .map(entry => [random.next(), entry] as const)
          .sort(([a], [b]) => a - b)
          .map(([, entry]) => entry),
      )
    const text = JSON.stringify(JSON.parse([...serializeRun(file)].join('')))
    const { passes, ...others } = JSON.parse(text)
    const whole = await readRunText(text)
    for (let round = 0; round < 20; round++) {
      const other = JSON.stringify(shuffled({ ...others, passes: passes.map(shuffled) }))
      expect(await streamed(other, n => random.below(n))).toEqual(whole)
    }
  },
)

test.each(['frame', 'records', 'passes'])(
  'a sampling frame after the records is checked, too: after %s',
  async behind => {
    const { frame, ...others } = JSON.parse([...serializeRun(files[1] as RunFile)].join(''))
    const wrong = {
      ...frame,
      cellOf: [1, 0, 0],
      cells: [...frame.cells, { ...frame.cells[0], task: 'Another' }],
    }
    const members = Object.entries(others).flatMap(([name, value]) =>
      name === behind
        ? [
            [name, value],
            ['frame', wrong],
          ]
        : [[name, value]],
    )
    const text = JSON.stringify(
      Object.fromEntries(behind === 'frame' ? [['frame', wrong], ...members] : members),
    )
    await expect(streamed(text)).rejects.toThrow('frame.cellOf[0]')
  },
)

test.each(['run', 'records', 'passes', 'version'])('a file with two members "%s" is refused', async name => {
  const text = [...serializeRun(files[1] as RunFile)].join('')
  const twice = text.replace(/\}\n$/, `,${JSON.stringify(name)}:${JSON.stringify(JSON.parse(text)[name])}}`)
  await expect(streamed(twice)).rejects.toThrow(`${name} should be there once`)
})

test('a file that an editor saved with a byte order mark is read', async () => {
  const text = [...serializeRun(files[1] as RunFile)].join('')
  for (const most of [1, 1000]) expect(await streamed(`\ufeff${text}`, () => most)).toEqual(files[1])
})

test('an audit is skipped, however large', async () => {
  const text = [...serializeRun(files[1] as RunFile)].join('')
  const audit = JSON.stringify({ slices: Array.from({ length: 2000 }, (_, i) => ({ slice: { task: i } })) })
  const audited = text.replace(/\}\n$/, `,\n"audit":${audit}}\n`)
  expect(await streamed(audited)).toEqual(files[1])
})
