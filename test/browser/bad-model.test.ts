/** A model's folder with one fault: found before the first question, under its own name. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  card,
  done,
  exportRun,
  openResults,
  pickFolder,
  reach,
  readyToRun,
  startRun,
} from './harness/drive.ts'
import { copyModel, writeFolder } from './harness/folders.ts'
import { goldenImage } from './harness/images.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'

const samples = ['one', 'two', 'a strange word'].map((word, i) => ({
  id: `${i}`,
  image_path: 'fine.png',
  question: `What is ${word}?`,
  option_A: 'A slice',
  option_B: 'A plan',
  gt_answer: 'A slice',
}))

let parent: string
let opened: Opened
let page: Page
beforeAll(async () => {
  parent = temporaryFolder('model')
  writeFolder(join(parent, 'data'), {
    'S/test.json': JSON.stringify(samples),
    'S/fine.png': goldenImage('rgb8.png'),
  })
  opened = await launchPage()
  page = opened.page
  await readyToRun(page)
  await pickFolder(page, 'dataset', join(parent, 'data'))
  await card(page, 'dataset').getByText('3 questions').waitFor()
})
afterAll(async () => {
  await opened.close()
  removeFolder(parent)
})

type Change = (text: string) => string

const json =
  (change: (fields: Readonly<Record<string, object>>) => unknown): Change =>
  text =>
    JSON.stringify(change(JSON.parse(text)))

/** A copy of the bundled model with one file changed. */
function faulty(name: string, file: string, change: Change): string {
  const folder = copyModel(parent, name, 'q8')
  // One template, where it is looked for first.
  rmSync(join(folder, 'chat_template.json'))
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
  return folder
}

/** Runs it to its end by an error. @returns code, subject and what was done until then */
async function failedRun(folder: string) {
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await pickFolder(page, 'model', folder)
  await card(page, 'model').getByText('tokens of context').waitFor()
  await startRun(page, { device: 'wasm', maxNewTokens: 2 })
  await page.locator('.phase').filter({ hasText: 'Stopped by an error' }).waitFor({ timeout: 120_000 })
  const box = page.locator('.error-box').first()
  const told = {
    code: await box.locator('code').textContent(),
    subject: await box.locator('.error-subject').textContent(),
    message: await box.locator('.error-message').textContent(),
    done: await done(page),
  }
  await page.getByRole('link', { name: 'Voxelwise' }).first().click()
  return told
}

const template = 'chat_template.jinja'
const tokenizer = 'tokenizer.json'

const faults: readonly (readonly [
  name: string,
  file: string,
  change: Change,
  subject: string,
  message: RegExp,
])[] = [
  ['raises', template, () => "{{ raise_exception('Text only') }}", template, /fails: it says “Text only”/],
  ['syntax', template, () => '{% for %}', template, /cannot be read/],
  ['endless', template, () => loops, template, /takes too many steps|grow too large/],
  ['huge', template, () => '{% for i in range(1000000000) %}a{% endfor %}', template, /too long/],
  ['blind', template, () => '{{ messages[0].role }}', template, /leaves the image/],
  [
    'class',
    'tokenizer_config.json',
    json(config => ({ ...config, tokenizer_class: 'AutoModel' })),
    'tokenizer_config.json: tokenizer_class',
    /not the name of a tokenizer/,
  ],
  [
    'empty',
    tokenizer,
    json(all => ({ ...all, model: { ...all.model, vocab: {}, merges: [] } })),
    'tokenizer.json: model.vocab',
    /vocabulary is empty/,
  ],
  [
    'stranger',
    'config.json',
    json(config => ({ ...config, image_token_id: 5 })),
    'config.json: image_token_id',
    /must be the token for a piece of an image/,
  ],
  [
    'regex',
    tokenizer,
    json(all => ({
      ...all,
      pre_tokenizer: { type: 'Split', pattern: { Regex: '(a+)+$' }, behavior: 'Isolated', invert: false },
    })),
    tokenizer,
    /hung on a test prompt \(20 s\)/,
  ],
]

const loops = '{% for i in range(90000) %}{% for j in range(90000) %}{% endfor %}{% endfor %}'

describe('ends the run before its first question', { tags: ['wide'] }, () => {
  test.each(faults)('%s: %s', async (name, file, change, subject, message) => {
    const told = await failedRun(faulty(name, file, change))
    expect(told.code).toBe('model-config')
    expect(told.subject?.replace(`${name}/`, '')).toBe(subject)
    expect(told.message).toMatch(message)
    expect(told.done).toBe(0)
  })
})

test.each([
  ['image_mean', ['a', 'b', 'c'], 'preprocessor_config.json: image_mean'],
  ['image_std', [0, 0, 0], 'preprocessor_config.json: image_std'],
  ['max_image_size', { longest_edge: 9e15 }, 'preprocessor_config.json: max_image_size: longest_edge'],
] as const)('%s of %j is refused before a run', async (field, value, subject) => {
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  const change = json(settings => ({ ...settings, [field]: value }))
  await pickFolder(page, 'model', faulty(field, 'preprocessor_config.json', change))
  const box = card(page, 'model').locator('.error-box').first()
  await box.getByText(subject).waitFor()
  await expect.poll(() => box.locator('code').textContent()).toBe('model-config')
  await expect.poll(() => page.getByRole('button', { name: /^Run / }).isDisabled()).toBe(true)
})

test('a template that fails on one question’s text fails that question alone', {
  tags: ['wide'],
}, async () => {
  const change: Change = text =>
    `{% for part in messages[0].content %}{% if part.type == 'text' and 'strange' in part.text %}{{ raise_exception('No') }}{% endif %}{% endfor %}${text}`
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await pickFolder(page, 'model', faulty('sometimes', template, change))
  await startRun(page, { device: 'wasm', maxNewTokens: 2 })
  await reach(page, 'Done')
  await openResults(page)
  const { records } = await exportRun(page)
  const outcomes = records.map(record =>
    record.status === 'failed' ? [record.error.code, record.error.subject] : record.status,
  )
  expect(outcomes).toEqual(['answered', 'answered', ['prompt-failed', 'sometimes/chat_template.jinja']])
})

test('nothing is left uncaught', () => {
  expect(opened.errors).toEqual([])
})
