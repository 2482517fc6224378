import { describe, expect, test } from 'vitest'
import { type CommandOption, optionsOfParts, readArguments } from '../../../../src/cli/base/options.ts'
import {
  givenSelection,
  limitFromShare,
  options,
  evaluateOptions as read,
} from '../../../../src/cli/evaluate/options.ts'
import { runParts } from '../../../../src/cli/seams.ts'
import { askedQuestions } from '../../../../src/engine/protocol/order.ts'
import { selected } from '../../../../src/engine/protocol/selection.ts'

const readOptions = (argv: readonly string[]) =>
  read(readArguments([...options, ...optionsOfParts(runParts)], argv).values, {}, false, [])

/** A part of a run, where a feature makes such. */
const part = runParts.length > 0 ? ['--shard', '1/2'] : []

const needed = ['--dataset', 'd', '--out', 'o']
const server = ['--server', 'http://127.0.0.1:11434/v1']

describe('a model server instead of a folder', () => {
  test('is one address, with the number of parallel requests', () => {
    expect(readOptions([...needed, ...server, '--server-model', 'm', '--at-once', '4'])).toMatchObject({
      model: null,
      server: { address: 'http://127.0.0.1:11434', key: null },
      serverModel: 'm',
      settings: { atOnce: 4 },
    })
  })

  test('needs no model, and without it a model is needed', () => {
    expect(readOptions([...needed, ...server]).serverModel).toBeNull()
    expect(() => readOptions(needed)).toThrow(/--model/)
  })

  test.each(
    [['--model', 'demo'], ['--runtime', 'node'], part].filter(more => more.length > 0).map(more => [more]),
  )('does not go with %j', more => {
    expect(() => readOptions([...needed, ...server, ...more])).toThrow(
      /cannot be combined with --(server|runtime|shard)/,
    )
  })

  test('may restrict its answers to a letter, if text is generated', () => {
    expect(readOptions([...needed, ...server, '--hold-to-letter']).settings.heldToLetter).toBe(true)
    expect(readOptions([...needed, ...server]).settings).not.toHaveProperty('heldToLetter')
    expect(() => readOptions([...needed, '--model', 'demo', '--hold-to-letter'])).toThrow(
      /--hold-to-letter needs --server/,
    )
    expect(() => readOptions([...needed, ...server, '--hold-to-letter', '--scoring', 'choices'])).toThrow(
      /cannot be combined with --scoring choices/,
    )
  })

  test('takes at most six parallel requests', () => {
    expect(() => readOptions([...needed, ...server, '--at-once', '7'])).toThrow(/at most 6/)
  })
})

describe('the estimates of a part', () => {
  const model = ['--model', 'm']

  test('takes an order and its seed, and when to end', () => {
    const options = readOptions([
      ...[...needed, ...model, '--order', 'dataset', '--seed', '7'],
      ...[
        '--until-width',
        '0.03',
        '--until-every-slice',
        '--until-minutes',
        '20',
        '--until-decided',
        'run.json',
      ],
    ])
    expect(options).toMatchObject({
      settings: {
        order: 'dataset',
        seed: 7,
        until: { width: 0.03, everySlice: true, minutes: 20, against: null },
      },
      untilDecided: 'run.json',
    })
    expect(readOptions([...needed, ...model]).settings).toEqual({})
  })

  test.each([
    ['--until-width', '3'],
    ['--until-width', '0'],
    ['--until-minutes', '1.5'],
    ['--seed', '0'],
    ['--order', 'random'],
    ['--limit', '100%'],
    ['--until-every-slice'],
  ])('refuses %s %s', (...option) => {
    expect(() => readOptions([...needed, ...model, ...option])).toThrow(option[0])
  })

  test('a limit counts questions, or is a part of all', () => {
    const limited = (limit: string) => readOptions([...needed, ...model, '--limit', limit])
    expect(limited('700')).toMatchObject({ settings: { limit: 700 }, limitShare: undefined })
    const part = limited('10%')
    expect(part.settings).toEqual({})
    expect(limitFromShare(part, 1560)).toEqual({ limit: 156 })
    expect(limitFromShare(part, 3)).toEqual({ limit: 1 })
  })
})

test('with --where, a limit in per cent is of the selection', async () => {
  const asked = readOptions([...needed, '--model', 'm', '--where', 'modality=CT', '--limit', '30%'])
  const only = await givenSelection(asked)
  // Each image has two questions; a third of the images are CT.
  const samples = Array.from({ length: 60 }, (_, index) => ({
    ...{ index, file: 'set/test.json', image: `set/${index >> 1}.png` },
    fields: { id: String(index), modality: (index >> 1) % 3 === 0 ? 'CT' : 'MRI' },
  }))
  const all = selected(samples, only).length
  const { limit = null } = limitFromShare(asked, all)
  expect({ all, limit }).toEqual({ all: 20, limit: 6 })
  for (const order of ['balanced', 'dataset'] as const) {
    const { samples: found } = askedQuestions(samples, { order, seed: 1, limit, ...(only && { only }) })
    expect(found.map(({ fields }) => fields.modality)).toEqual(new Array(6).fill('CT'))
  }
})

describe('a judge after the run', () => {
  const model = ['--model', 'm']
  const judged = (...more: string[]) => readOptions([...needed, ...more]).judging

  test('is a folder, or a model of the server, whether or not that is asked itself', () => {
    expect(judged(...model)).toBeNull()
    expect(judged(...model, '--judge-model', 'j', '--judge-repeats', '5x2', '--judge-tokens', '64')).toEqual({
      judge: { from: 'folder', path: 'j' },
      rubric: undefined,
      showsImages: false,
      isHeld: false,
      repeats: { answers: 5, times: 2 },
      maxNewTokens: 64,
    })
    expect(judged(...server, '--judge-model', '@server')?.judge).toEqual({ from: 'server', id: null })
    expect(
      readOptions([...needed, ...model, ...server, '--judge-model', '@server:qwen2.5vl:7b']),
    ).toMatchObject({
      model: 'm',
      server: { address: 'http://127.0.0.1:11434' },
      judging: { judge: { from: 'server', id: 'qwen2.5vl:7b' } },
    })
  })

  test.each([
    [['--rubric', 'med-cmr'], /--rubric.*needs --judge-model|needs --judge-model.*--rubric/s],
    [['--judge-model', 'j', '--rubric', 'none'], /med-cmr or medq-bench/],
    [['--judge-model', '@server'], /--server is required with --judge-model @server/],
    [['--judge-model', 'j', '--judge-repeats', '3'], /20x3/],
    [['--judge-model', 'j', '--runtime', 'node'], /^--judge-model cannot be combined with --runtime node/],
    [[...server, '--judge-model', '@server', '--judge-held'], /--judge-held cannot be combined/],
    [[...server, '--judge-model', 'j'], /--server/],
  ])('%j is refused', (more, words) => {
    expect(() => readOptions([...needed, ...model, ...more])).toThrow(words)
  })

  test.skipIf(part.length === 0)('does not go with a part of a run', () => {
    for (const more of [[], ['--runtime', 'browser']])
      expect(() => readOptions([...needed, ...model, '--judge-model', 'j', ...more, ...part])).toThrow(
        /^--judge-model cannot be combined with --shard/,
      )
  })
})

test('every option that another names exists', () => {
  const all: readonly CommandOption[] = [...options, ...optionsOfParts(runParts)]
  const names = new Set([...all.map(({ name }) => name), 'shard'])
  for (const { name, needs = name, notWith = [] } of all)
    for (const other of [needs, ...notWith]) expect(names).toContain(other.split(' ')[0])
})

test('a device belongs to its runtime', () => {
  const runs = (...more: string[]) => readOptions([...needed, '--model', 'm', ...more]).device
  expect(runs('--device', 'wasm')).toBe('wasm')
  expect(runs('--runtime', 'node', '--device', 'cuda')).toBe('cuda')
  expect(() => runs('--device', 'cuda')).toThrow('--device takes webgpu or wasm with --runtime browser')
  expect(() => runs('--runtime', 'node', '--device', 'wasm')).toThrow('--device takes cpu, cuda, webgpu')
})
