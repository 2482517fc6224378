/** Logs of a model that is right every time, whose options stand in another order than the data set's. */
import { expect, test } from 'vitest'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { datasetHere } from '../../../src/data/formats/portioned-dataset.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { summariseDataset } from '../../../src/data/formats/summarise-dataset.ts'
import { fitWords } from '../../../src/engine/protocol/elsewhere.ts'
import { readLog } from '../../../src/features/logs/data/read-log.ts'
import { runOfLog } from '../../../src/features/logs/data/run-of-log.ts'
import { letteredOptions, mappingWith } from '../../unit/support/mapping-with.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { pngBytes } from '../../unit/support/png-bytes.ts'
import { readRunText } from '../../unit/support/read-run.ts'
import { someRun } from '../../unit/support/records.ts'

const letters = ['A', 'B', 'C', 'D'] as const
const organs = ['heart', 'liver', 'lung, left', 'kidney']
const rows = Array.from({ length: 8 }, (_, i) => ({
  id: `q${i}`,
  image: `p${i}.png`,
  question: `Which organ is seen in image ${i}?`,
  A: organs[0],
  B: organs[1],
  C: organs[2],
  D: organs[3],
  answer: letters[i % 4],
}))
type Row = (typeof rows)[number]
const json = JSON.stringify(rows)

/** The options of a row in its log, and the letter of the right one among them. */
function shuffled({ answer }: Row, i: number) {
  const right = organs[letters.indexOf(answer ?? 'A')] ?? ''
  const shown = organs.map((_, at) => organs[(at * 3 + i + 1) % 4] ?? '')
  return { shown, right, letter: letters[shown.indexOf(right)] ?? '' }
}

async function imported(name: string, text: string, table = json) {
  const pictures = Object.fromEntries(rows.map(({ image }) => [image, pngBytes] as const))
  const source = memorySource('set', { 'test.json': table, ...pictures })
  const mapping = mappingWith({ ...letteredOptions, id: 'id', images: 'image' })
  const loaded = await loadDataset(source, { mapping })
  const dataset = datasetHere(loaded, summariseDataset(loaded, source.kind))
  const { log, file } = await readLog([{ name, blob: new Blob([text]) }])
  const parts = await runOfLog(log, file, dataset, someRun.environment)
  const stored = [...serializeRun(parts)].join('')
  expect((await readRunText(stored)).run).toEqual(parts.run)
  const records = [...parts.records]
  const { elsewhere } = parts.run.model
  return {
    right: records.filter(record => record.status === 'answered' && record.correct).length,
    wrong: records.filter(record => record.status === 'answered' && !record.correct).length,
    elsewhere,
    words: elsewhere ? fitWords(elsewhere) : '',
    records,
  }
}

const inspect = (samples: readonly object[]) =>
  JSON.stringify({
    version: 2,
    status: 'success',
    eval: { model: 'm', created: '2026-01-01T00:00:00Z' },
    samples,
  })
const inspectSample = (row: Row, said: string, more: object) => ({
  id: row.id,
  epoch: 1,
  input: row.question,
  output: { choices: [{ message: { role: 'assistant', content: said } }] },
  ...more,
})
const listed = (options: readonly string[], mark: (letter: string) => string) =>
  options.map((option, i) => `${mark(letters[i] ?? '')} ${option}`).join('\n')

const inOtherOrder: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'Inspect, with choices': [
    'log.json',
    inspect(
      rows.map((row, i) => {
        const { shown, letter } = shuffled(row, i)
        return inspectSample(row, `ANSWER: ${letter}`, { choices: shown, target: letter })
      }),
    ),
  ],
  'Inspect, with options in the input': [
    'log.json',
    inspect(
      rows.map((row, i) => {
        const { shown, letter } = shuffled(row, i)
        const input = [{ role: 'user', content: `${row.question}\n${listed(shown, at => `${at})`)}` }]
        return inspectSample(row, letter, { input, target: letter })
      }),
    ),
  ],
  VLMEvalKit: [
    'm_set.tsv',
    [
      ['index', 'question', ...letters, 'answer', 'prediction'],
      ...rows.map((row, i) => {
        const { shown, letter } = shuffled(row, i)
        return [String(i), row.question, ...shown, letter, letter]
      }),
    ]
      .map(cells => cells.join('\t'))
      .join('\n'),
  ],
  'lmms-eval, with a prompt that goes on behind the options': [
    'm_samples_t.jsonl',
    rows
      .map((row, i) => {
        const { shown, letter } = shuffled(row, i)
        const input = `${row.question}\n${listed(shown, at => `(${at})`)}\nAnswer with the option's letter.`
        return JSON.stringify({ doc_id: i, input, target: letter, resps: [[letter]], score: 1 })
      })
      .join('\n'),
  ],
  'lmms-eval, with the row of its data set': [
    'm_samples_t.jsonl',
    rows
      .map((row, i) => {
        const { shown, letter } = shuffled(row, i)
        const doc = { question: row.question, options: shown }
        return JSON.stringify({ doc_id: i, doc, target: letter, resps: [[letter]], score: 1 })
      })
      .join('\n'),
  ],
}

for (const [name, [file, text]] of Object.entries(inOtherOrder))
  test(`letters mean the options that the log shows: ${name}`, async () => {
    const { right, wrong, elsewhere, words, records } = await imported(file, text)
    expect([right, wrong]).toEqual([8, 0])
    expect(elsewhere?.letters).toMatchObject({ unnamed: 0, other: 0 })
    expect(words).toContain('in another order')
    // The prompt and the options are those that the model saw.
    for (const record of records)
      expect(record.prompt).toContain(
        `${record.rightAnswer}. ${organs[letters.indexOf(rows[record.sample.index]?.answer ?? 'A')]}`,
      )
  })

test('answers whose letters cannot be understood are left out and counted', async () => {
  const strange = rows.map((row, i) => {
    const { shown, letter } = shuffled(row, i)
    const choices = i < 2 ? ['spleen', ...shown.slice(1)] : shown
    return inspectSample(row, letter, { choices, target: letter })
  })
  const { right, wrong, elsewhere, words } = await imported('log.json', inspect(strange))
  expect([right, wrong]).toEqual([6, 0])
  expect(elsewhere).toMatchObject({ unmatched: 0, letters: { other: 2 } })
  expect(words).toContain('2 samples left out: the log’s letters do not name the data set’s options.')
})

test('without options in the log, its own right letter shows another order; otherwise this is said', async () => {
  const withTarget = rows.map((row, i) => {
    const { letter } = shuffled(row, i)
    return inspectSample(row, letter, { target: letter })
  })
  const same = rows.filter((row, i) => shuffled(row, i).letter === row.answer).length
  expect(same).toBeGreaterThan(0)
  const found = await imported('log.json', inspect(withTarget))
  expect([found.right, found.wrong, found.elsewhere?.letters]).toEqual([
    same,
    0,
    { moved: 0, unnamed: same, other: 8 - same },
  ])
  const bare = rows.map(row => inspectSample(row, row.answer ?? '', {}))
  const { right, words } = await imported('log.json', inspect(bare))
  expect(right).toBe(8)
  expect(words).toContain('The log does not show the options of 8 samples')
})

test('a log in which no option is the data set’s is refused by name', async () => {
  const others = rows.map(row => inspectSample(row, 'A', { choices: ['x', 'y', 'z', 'w'], target: 'A' }))
  await expect(imported('log.json', inspect(others))).rejects.toThrow(
    'None of its samples has the options of the open data set',
  )
})
