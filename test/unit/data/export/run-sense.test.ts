/** Files that have the types of a run and make no sense: each is refused by the field at fault. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { readRunText } from '../../support/read-run.ts'

/** Whatever may be written into a file. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to write what no type allows
type Loose = any

const honest = {
  run: readFileSync('test/golden/run-v1/run.json', 'utf8'),
  choices: readFileSync('test/golden/run-v1/choices.json', 'utf8'),
}

/** The error of a file that was changed. */
function refusal(change: (file: Loose) => void, of: keyof typeof honest = 'run') {
  const file: Loose = JSON.parse(honest[of])
  change(file)
  return readRefusal(JSON.stringify(file))
}

async function readRefusal(text: string) {
  try {
    await readRunText(text)
  } catch (error) {
    if (error instanceof VoxelwiseError) return error.info
    throw error
  }
  throw new Error('It was taken.')
}

/** In the fixture: an image, a wrong answer, a failed record, one without an image. */
const [first, second, cut, textOnly] = [0, 1, 14, 16]
const long = (length: number): string => 'x'.repeat(length)

const file = { sha256: 'a'.repeat(64), size: 1, modified: null }

/** The first sample with two images. */
function withTwoImages(of: Loose): void {
  const [record] = of.records
  const further = `${of.run.dataset.name}/Odd/second.png`
  record.sample.furtherImages = [further]
  record.sample.fields.image_path = [record.sample.image, further]
  Object.assign(record, { imageFile: file, furtherImageFiles: [file] })
  of.passes = []
}

test('a sample of several images is taken as it is', async () => {
  const whole: Loose = JSON.parse(honest.run)
  withTwoImages(whole)
  const { sample, imageFile, furtherImageFiles } = whole.records[0]
  expect((await readRunText(JSON.stringify(whole))).records[0]).toMatchObject({
    sample,
    imageFile,
    furtherImageFiles,
  })
})

test('tags are taken as they are, and refused of a sample that the run cannot have', async () => {
  const tagged: Loose = JSON.parse(honest.run)
  const { loaded } = tagged.run.dataset.counts
  tagged.run.tags = { 'burned-in marker': [0, loaded - 1] }
  expect((await readRunText(JSON.stringify(tagged))).run.tags).toEqual(tagged.run.tags)
  const { subject, message } = await refusal(file => {
    file.run.tags = { marker: [loaded] }
  })
  expect(`${subject} ${message}`).toContain('run.tags')
})

test.each<readonly [string, string, (record: Loose) => void]>([
  ['an empty list', 'sample.furtherImages', r => (r.sample.furtherImages = [])],
  ['one that its fields do not name', 'sample.image', r => (r.sample.fields.image_path = r.sample.image)],
  ['others than its fields name', 'sample.image', r => r.sample.fields.image_path.reverse()],
  ['one out of the folder', 'sample.furtherImages[0]', r => (r.sample.furtherImages = ['../x.png'])],
  ['fewer files than images', 'furtherImageFiles', r => delete r.furtherImageFiles],
  ['more files than images', 'furtherImageFiles', r => r.furtherImageFiles.push(file)],
  ['images of a swap that was none', 'furtherShownImages', r => (r.furtherShownImages = ['small/x.png'])],
])('of several images %s is refused', async (_, field, change) => {
  const error = await refusal(whole => {
    withTwoImages(whole)
    change(whole.records[0])
  })
  expect(error.subject).toBe(`run.json: records[0].${field}`)
})

type Case = readonly [what: string, field: string, change: (file: Loose) => void]

const cases: readonly Case[] = [
  ['an index that is there twice', `records[${second}].sample.index`, f => (f.records[1].sample.index = 0)],
  ['an index below 0', `records[${first}].sample.index`, f => (f.records[0].sample.index = -1)],
  ['half an index', `records[${first}].sample.index`, f => (f.records[0].sample.index = 0.5)],
  ['an index beyond all', `records[${first}].sample.index`, f => (f.records[0].sample.index = 1e15)],
  ['an index that was not asked', `records[${first}].sample.index`, f => (f.records[0].sample.index = 20)],
  ['more records than samples', 'records', f => f.records.push(f.records[0])],
  ['fewer records than were asked', 'records', f => f.records.pop()],
  ['a record of another run', 'records[3].run', f => (f.records[3].run = 'another')],
  [
    'a verdict against the letters',
    'records[0].correct',
    f => (f.records[0].correct = !f.records[0].correct),
  ],
  ['a letter that was not answered', 'records[0].parsed', f => (f.records[0].letter = 'D')],
  ['a right letter that is not', 'records[0].rightAnswer', f => (f.records[0].rightLetter = 'C')],
  ['a right letter beyond the options', 'records[0].rightAnswer', f => (f.records[0].rightLetter = 'D')],
  ['another answer than was scored', 'records[0].response', f => (f.records[0].score.text = 'A B')],
  ['the prompt of another question', 'records[0].prompt', f => (f.records[0].prompt = f.records[1].prompt)],
  [
    'a sample without an answer',
    'records[0].sample.fields.gt_answer',
    f => delete f.records[0].sample.fields.gt_answer,
  ],
  ['an image out of the folder', 'records[0].sample.image', f => setImage(f, 'small/../../secret.png')],
  ['an image at an absolute path', 'records[0].sample.image', f => setImage(f, '/etc/passwd')],
  [
    'an image of another sample',
    'records[0].sample.image',
    f => (f.records[0].sample.image = 'small/Odd/x.png'),
  ],
  [
    'an image that is nowhere named',
    `records[${textOnly}].sample.image`,
    f => (f.records[16].sample.image = 'small/x.png'),
  ],
  [
    'a test.json out of the folder',
    'records[0].sample.file',
    f => (f.records[0].sample.file = '../test.json'),
  ],
  ['a code that no version has', `records[${cut}].error.code`, f => (f.records[14].error.code = 'Oh dear!')],
  [
    'a swapped image in the run itself',
    'records[0].shownImage',
    f => (f.records[0].shownImage = 'small/Odd/x.png'),
  ],
  [
    'a swapped image out of the folder',
    'passes[4].records[0].shownImage',
    f => (f.passes[4].records[0].shownImage = '../x.png'),
  ],
  [
    'a broken digest',
    'records[0].imageFile.sha256',
    f => (f.records[0].imageFile = { sha256: 'no', size: 1, modified: null }),
  ],
  [
    'a digest of no image',
    `records[${textOnly}].imageFile`,
    f => (f.records[16].imageFile = { sha256: long(64).replaceAll('x', 'a'), size: 1, modified: null }),
  ],
  ['negative milliseconds', 'records[0].score.timings.decode', f => (f.records[0].score.timings.decode = -1)],
  [
    'milliseconds that are none',
    'records[0].score.timings.decode',
    f => (f.records[0].score.timings.decode = null),
  ],
  ['half a token', 'records[0].score.tokens.generated', f => (f.records[0].score.tokens.generated = 1.5)],
  ['negative tokens', 'records[0].score.tokens.prompt', f => (f.records[0].score.tokens.prompt = -5)],
  [
    'more tokens than were allowed',
    'records[0].score.tokens.generated',
    f => (f.records[0].score.tokens.generated = 9),
  ],
  [
    'more tokens reused than asked',
    'records[0].score.tokens.reused',
    f => (f.records[0].score.tokens.reused = 1e6),
  ],
  ['choices in a run without', 'records[0].score.stop', f => (f.records[0].score.stop = 'choices')],
  ['no id', 'run.id', f => (f.run.id = '')],
  ['a megabyte of id', 'run.id', f => (f.run.id = long(1e6))],
  ['an id that is a path', 'run.id', f => (f.run.id = '../other')],
  ['an id with markup', 'run.id', f => (f.run.id = '<b>')],
  ['no name', 'run.name', f => (f.run.name = '')],
  ['a megabyte of name', 'run.name', f => (f.run.name = long(1e6))],
  ['a day that is none', 'run.created', f => (f.run.created = '2026-13-01T00:00:00.000Z')],
  ['a date in words', 'run.created', f => (f.run.created = 'yesterday')],
  ['a total below 0', 'run.total', f => (f.run.total = -5)],
  ['a total that is not that of its data set', 'run.total', f => (f.run.total = 19)],
  ['counts that do not add up', 'run.dataset.counts.total', f => (f.run.dataset.counts.total = 23)],
  ['a limit of 0', 'run.settings.limit', f => (f.run.settings.limit = 0)],
  ['no new tokens', 'run.settings.maxNewTokens', f => (f.run.settings.maxNewTokens = 0)],
  ['a thousand million new tokens', 'run.settings.maxNewTokens', f => (f.run.settings.maxNewTokens = 1e9)],
  ['no time at all', 'run.settings.timeout', f => (f.run.settings.timeout = 0)],
  ['minus one thread', 'run.environment.threads', f => (f.run.environment.threads = -1)],
  ['a negative time of loading', 'run.timings.load', f => (f.run.timings.load = -1)],
  ['a fingerprint that is none', 'run.dataset.fingerprint', f => (f.run.dataset.fingerprint = 'abc')],
  ['an error in a run that is done', 'run.error', f => (f.run.error = f.records[14].error)],
  ['a parent of a run that is no pass', 'run.probe', f => (f.run.parent = 'another')],
  ['a pass of another run', 'passes[0].run.parent', f => (f.passes[0].run.parent = 'another')],
  ['two passes of one id', 'passes[1].run.id', f => twice(f)],
  ['a pass with other settings', 'passes[0].run.settings', f => (f.passes[0].run.settings.dtype = 'q4')],
  [
    'a pass on other data',
    'passes[0].run.dataset',
    f => (f.passes[0].run.dataset.fingerprint = long(64).replaceAll('x', '0')),
  ],
  [
    'a pass over a sample that is not the run’s',
    'passes[0].records[0].sample',
    f => (f.passes[0].records[0].sample = 99),
  ],
  [
    'a pass over another sample of that index',
    'passes[0].records[0].sample',
    f => (f.passes[0].records[0].sample = { ...f.records[0].sample, file: 'small/Other/test.json' }),
  ],
  [
    'a blank image where there is none',
    'passes[3].records[16].sample',
    f => (f.passes[3].records[16].sample = textOnly),
  ],
  ['options moved by none', 'passes[1].run.probe.shift', f => (f.passes[1].run.probe.shift = 0)],
  ['a finding about nothing', 'findings[0].index', f => (f.findings[0].index = 20)],
  ['a finding half-way', 'findings[0].position', f => (f.findings[0].position = 0.5)],
  ['more skipped than were counted', 'skipped', f => f.skipped.push(f.skipped[0])],
  ['a bad file out of the folder', 'badFiles[0].file', f => (f.badFiles[0].file = '../../x')],
  [
    'a label of a megabyte',
    'records[0].sample.fields.task',
    f => (f.records[0].sample.fields.task = long(1e6)),
  ],
  ['fields of megabytes', 'records[0].sample.fields', f => (f.records[0].sample.fields.more = [long(1e6)])],
  [
    'a key that would be a prototype',
    'run',
    f => Object.defineProperty(f.run, '__proto__', { value: {}, enumerable: true }),
  ],
]

test.each([
  [{ kind: 'no-options' }, true],
  [{ kind: 'repeat', draw: 1 }, true],
  [{ kind: 'blank-image' }, false],
] as const)(
  'a pass in words of a run that scored letters is taken, another one with such settings is not: %j',
  async (probe, isTaken) => {
    const whole: Loose = JSON.parse(honest.choices)
    expect(whole.run.settings.scoring).toBe('choices')
    const settings = { ...whole.run.settings, scoring: 'generate' }
    const pass = {
      ...whole.run,
      id: 'pass',
      parent: whole.run.id,
      state: 'paused',
      total: 1,
      probe,
      settings,
    }
    const text = JSON.stringify({ ...whole, passes: [{ run: pass, records: [] }] })
    if (isTaken) expect((await readRunText(text)).passes[0]?.run.settings.scoring).toBe('generate')
    else expect((await readRefusal(text)).subject).toBe('run.json: passes[0].run.settings')
  },
)

const setImage = (file: Loose, path: string): void => {
  Object.assign(file.records[0].sample, { image: path })
  file.records[0].sample.fields.image_path = path
}

function twice(file: Loose): void {
  file.passes[1].run.id = file.passes[0].run.id
  for (const record of file.passes[1].records) record.run = file.passes[0].run.id
}

test.each(cases)('%s: %s', async (_, field, change) => {
  const { code, subject, message, remedy } = await refusal(change)
  expect({ code, subject }).toEqual({ code: 'run-file', subject: `run.json: ${field}` })
  expect(message).toContain('should be')
  expect(message.length + remedy.length).toBeLessThan(400)
})

describe('log-probabilities', () => {
  test.each<Case>([
    ['above 0', 'records[0].score.choices[0].logprob', f => (f.records[0].score.choices[0].logprob = 0.5)],
    [
      'that are no numbers',
      'records[0].score.choices[0].logprob',
      f => (f.records[0].score.choices[0].logprob = 'NaN'),
    ],
    ['that come to more than 1', 'records[0].score.choices', f => certain(f)],
    ['of another letter than answered', 'records[0].score.text', f => lessLikely(f)],
    ['of a letter twice', 'records[0].score.choices', f => (f.records[0].score.choices[1].letter = 'A')],
    ['of fewer letters than options', 'records[0].score.choices', f => f.records[0].score.choices.pop()],
    ['of no letter', 'records[0].score.choices', f => delete f.records[0].score.choices],
  ])('%s: %s', async (_, field, change) => {
    expect(await refusal(change, 'choices')).toMatchObject({
      code: 'run-file',
      subject: `run.json: ${field}`,
    })
  })

  test('a letter without a token has no probabilities', async () => {
    const [choice] = JSON.parse(honest.choices).records[0].score.choices.slice(-1)
    const text = honest.choices.replace(`"logprob":${choice.logprob}`, '"logprob":-Infinity')
    expect(text).not.toBe(honest.choices)
    await expect(readRunText(text)).resolves.toBeDefined()
  })

  const certain = (file: Loose): void => {
    for (const choice of file.records[0].score.choices) choice.logprob = -0.1
  }
  const lessLikely = (file: Loose): void => {
    for (const choice of file.records[0].score.choices)
      if (choice.letter === file.records[0].response) choice.logprob = -99
  }
})

describe('a newer version', () => {
  test('is named', async () => {
    const { code, message, subject } = await refusal(file => (file.version = 3))
    expect({ code, subject }).toEqual({ code: 'run-file', subject: 'run.json: version' })
    expect(message).toContain('made by a newer Voxelwise')
  })

  test('is guessed from the code of an error', async () => {
    const { subject, message } = await refusal(file => (file.records[14].error.code = 'image-on-fire'))
    expect(subject).toBe(`run.json: records[${cut}].error.code`)
    expect(message).toContain('"image-on-fire" may be of a newer Voxelwise')
  })
})

test('a field of a data set may have any name: it is a field, and nothing else', async () => {
  const from = '"sample":{"index":0,"fields":{'
  const text = honest.run.replace(from, `${from}"__proto__":{"polluted":true},`)
  const { records } = await readRunText(text)
  expect(Object.keys(records[0]?.sample.fields ?? {})).toContain('__proto__')
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Reflect.get(records[0]?.sample.fields ?? {}, 'polluted')).toBeUndefined()
})
