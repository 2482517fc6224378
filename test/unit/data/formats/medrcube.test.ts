import { describe, expect, test } from 'vitest'
import type { LoadProgress } from '../../../../src/data/formats/format.ts'
import { loadCounts } from '../../../../src/data/formats/medrcube.ts'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { medrcubeItem as good } from '../../support/medrcube-item.ts'
import { memorySource } from '../../support/memory-source.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

const image = 'image'

const load = (items: unknown, files: Record<string, unknown> = {}) =>
  loadDataset(memorySource('data', { 'X/test.json': items, ...files }), {})

describe('samples', () => {
  test('are skipped in the order of the rules, each with its reason', async () => {
    const { samples, skipped } = await load([
      good,
      { ...good, id: '' },
      { ...good, id: 0 },
      { ...good, question: undefined, option_A: undefined, option_B: undefined },
      { ...good, gt_answer: [] },
      { ...good, option_A: undefined, option_B: undefined, image_path: 'none.png' },
      { ...good, image_path: 'none.png' },
      { ...good, option_A: null, option_B: undefined },
      'text',
      null,
    ])
    expect(samples.map(sample => sample.fields.option_A)).toEqual(['yes', null])
    expect(skipped.map(({ reason, position, subject }) => [position, reason, subject])).toEqual([
      [1, 'missing_required_fields', 'id'],
      [2, 'missing_required_fields', 'id'],
      [3, 'missing_required_fields', 'question'],
      [4, 'missing_required_fields', 'gt_answer'],
      [5, 'missing_options', 'option_A … option_D'],
      [6, 'missing_image', 'data/X/none.png'],
      [8, 'missing_required_fields', 'not an object'],
      [9, 'missing_required_fields', 'not an object'],
    ])
    expect(loadCounts({ samples, skipped })).toEqual({
      total: 10,
      loaded: 2,
      skipped: { missing_image: 1, missing_required_fields: 6, missing_options: 1 },
    })
  })

  test.each([
    ['a.png', 'data/X/a.png'],
    ['./p/../a.png', 'data/X/a.png'],
    ['a.png/', 'data/X/a.png'],
    ['../../data/X/a.png', 'data/X/a.png'],
    ['p', 'data/X/p'],
    ['..', 'data'],
    ['é ü/肺.png', 'data/X/é ü/肺.png'],
  ])('image path %j is %j', async (path, rooted) => {
    const files = { 'X/a.png': image, 'X/p/b.png': image, 'X/é ü/肺.png': '' }
    const { samples } = await load([{ image_path: path, ...good }], files)
    expect(samples).toMatchObject([
      { image: rooted, fields: { image_path: rooted }, file: 'data/X/test.json' },
    ])
    expect(Object.keys(samples[0]?.fields ?? {})[0]).toBe('image_path')
  })

  test.each([[null], [''], [0], [false], [[]]])('image path %j makes a text-only question', async path => {
    const { samples } = await load([{ ...good, image_path: path }])
    expect(samples).toMatchObject([{ image: null, fields: { image_path: path } }])
  })

  test.each([
    ['../../secret.png', 'path-outside-folder'],
    ['../../database/a.png', 'path-outside-folder'],
    ['/etc/passwd', 'path-outside-folder'],
    [7, 'path-not-text'],
    [['a.png'], 'path-not-text'],
    [{ $number: '1.0' }, 'path-not-text'],
  ])('image path %j is skipped as %s', async (path, kind) => {
    const { samples, skipped, findings } = await load([{ ...good, image_path: path }])
    expect(samples).toEqual([])
    expect(skipped).toMatchObject([{ reason: 'missing_image' }])
    expect(findings).toMatchObject([{ kind, index: null, file: 'data/X/test.json', position: 0 }])
  })

  test('keep every field as it was written', async () => {
    const text =
      '[{"id":12345678901234567890,"question":"q","gt_answer":1.0,"option_A":1,"__proto__":{"x":1}}]'
    const { samples } = await load(text)
    expect(samples[0]?.fields.id).toEqual({ $number: '12345678901234567890' })
    expect(Object.keys(samples[0]?.fields ?? {})).toContain('__proto__')
  })
})

test('findings name the oddity', async () => {
  const { findings } = await load([
    { ...good, gt_answer: 'maybe' },
    { ...good, id: 1, option_A: 1, option_B: true, option_C: 1.5, gt_answer: 1 },
    { ...good, id: '2', option_B: undefined, task: null, modality: ' ', parts: undefined },
    { ...good, id: '3' },
  ])
  expect(findings.map(({ index, kind, subject }) => [index, kind, subject])).toEqual([
    [0, 'answer-not-an-option', 'maybe'],
    [1, 'equal-options', 'option_A, option_B'],
    [2, 'single-option', 'option_A'],
    [2, 'unlabelled-axis', 'task'],
    [2, 'unlabelled-axis', 'modality'],
    [2, 'unlabelled-axis', 'parts'],
    [0, 'duplicate-id', '1'],
    [1, 'duplicate-id', '1'],
  ])
})

describe('folders', () => {
  test('are found at any depth and read in order of their paths', async () => {
    const item = (id: string) => [{ ...good, id }]
    const source = memorySource('data', {
      'b/test.json': item('b'),
      'test.json': item('top'),
      'a/deep/er/test.json': item('a'),
      '\u{10437}/test.json': item('astral'),
      '\uffee/test.json': item('bmp'),
      'a/my-test.json': 'no',
    })
    const { samples } = await loadDataset(source, {})
    expect(samples.map(sample => sample.fields.id)).toEqual(['a', 'b', 'top', 'bmp', 'astral'])
    expect(samples.map(sample => sample.index)).toEqual([0, 1, 2, 3, 4])
  })

  test('without a test.json are refused', async () => {
    const source = memorySource('data', { 'a/readme.txt': 'x' })
    await expect(loadDataset(source, {})).rejects.toMatchObject({
      info: { code: 'no-test-json', subject: 'data' },
    })
  })

  test.each([
    ['bad-json', '[{"id": 1,}]'],
    ['bad-json', '\ufeff[]'],
    ['bad-json', ''],
    ['bad-json', '['.repeat(100_000)],
    ['bad-json', new Uint8Array([0x5b, 0xff, 0x5d])],
    ['not-an-array', { id: 1 }],
    ['not-an-array', 'null'],
  ])('with a bad file (%s) are read without it, unless there is no other', async (code, content) => {
    const bad = { file: 'data/bad/test.json', error: { code, subject: 'data/bad/test.json' } }
    const both = { 'bad/test.json': content, 'good/test.json': [good] }
    const loaded = await loadDataset(memorySource('data', both), {})
    expect(loaded.samples).toHaveLength(1)
    expect(loaded.badFiles).toMatchObject([bad])
    const only = memorySource('data', { 'bad/test.json': content })
    await expect(loadDataset(only, {})).rejects.toMatchObject({ info: bad.error })
    await expect(loadDataset(memorySource('data', both), { strict: true })).rejects.toMatchObject({
      info: bad.error,
    })
  })

  test('report a file that disappeared', async () => {
    const source = memorySource('data', {})
    const list = async () => [{ path: 'X/test.json', size: 1 }]
    await expect(loadDataset({ ...source, list }, {})).rejects.toMatchObject({
      info: { code: 'file-missing', subject: 'data/X/test.json' },
    })
  })
})

test('strict mode stops at the first skip and names it', async () => {
  const source = memorySource('data', { 'X/test.json': [good, { ...good, image_path: 'none.png' }] })
  await expect(loadDataset(source, { strict: true })).rejects.toMatchObject({
    info: { code: 'strict-skip', subject: 'data/X/test.json[1]: data/X/none.png' },
  })
  await expect(loadDataset(source, { strict: true })).rejects.toThrow(/missing_image/)
})

test('the fingerprint identifies the data set, not the order of a listing', async () => {
  const print = async (files: Record<string, unknown>, name = 'data') =>
    (await loadDataset(memorySource(name, files), {})).fingerprint
  const [a, b] = [{ 'a/test.json': [good] }, { 'b/test.json': [{ ...good, id: '2' }] }]
  expect(await print({ ...a, ...b })).toMatch(/^[0-9a-f]{64}$/)
  expect(await print({ ...a, ...b })).toBe(await print({ ...b, ...a, 'c.png': image }))
  expect(await print(a)).not.toBe(await print(b))
  expect(await print(a)).not.toBe(await print(a, 'other'))
})

test('progress is reported, and an abort is obeyed', async () => {
  const seen: LoadProgress[] = []
  const source = memorySource('data', { 'a/test.json': [good], 'b/test.json': [good, good], 'c.png': image })
  await loadDataset(source, { onProgress: progress => seen.push(progress) })
  expect(seen.at(0)).toEqual({ files: 3, testFiles: 0, samples: 0 })
  expect(seen.at(-1)).toEqual({ files: 3, testFiles: 2, samples: 3 })
  await expect(loadDataset(source, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
})

test('whatever a test.json contains, loading ends in samples or in a named error', async () => {
  const random = new Random(11)
  const texts = [
    '1e400',
    '-0',
    'NaN',
    '9'.repeat(400),
    '[]',
    '{}',
    'null',
    'true',
    '""',
    '"x"',
    '"../../../x"',
    '"/"',
    '"\\u0000"',
    '[[]]',
  ]
  const keys = [
    'id',
    'question',
    'gt_answer',
    'image_path',
    'option_A',
    'option_B',
    'task',
    '__proto__',
    'constructor',
    '$number',
  ]
  for (let round = 0; round < rounds(1000); round++) {
    const items = Array.from({ length: random.below(5) }, () => {
      if (random.below(8) === 0) return random.pick(texts)
      const fields = keys.filter(() => random.below(5) > 0).map(key => `"${key}":${random.pick(texts)}`)
      return `{${fields.join(',')}}`
    })
    const { samples, skipped } = await load(`[${items.join(',')}]`).catch(error => {
      // Nothing in it is MedRCube's, and nothing is a question with an answer.
      expect(error).toMatchObject({ info: { code: 'no-mapping' } })
      return { samples: [], skipped: items }
    })
    expect(samples.length + skipped.length).toBe(items.length)
    for (const sample of samples)
      expect(sample.image === null || sample.image.startsWith('data/X')).toBe(true)
  }
})
