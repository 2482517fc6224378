/** A whole run that a model server answers, through our own server, with everything that goes wrong between the two. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, servePage } from '../../../../src/cli/serve/serve.ts'
import { listImages } from '../../../../src/engine/protocol/sample.ts'
import {
  card,
  choose,
  done,
  exportRun,
  openModelDrawer,
  openResults,
  reach,
  readyToRun,
  waitForDone,
} from '../../../browser/harness/drive.ts'
import { demoDataset } from '../../../browser/harness/folders.ts'
import {
  type Chat,
  type FakeServer,
  heldTo,
  joinTexts,
  listPictures,
  startModelServer,
} from '../../../browser/harness/model-server.ts'
import { freshFolder, launchPage, type Opened, openPage } from '../../../browser/harness/page.ts'
import { script } from '../../../unit/support/command.ts'
import { Random } from '../../../unit/support/random.ts'
import { readRunText } from '../../../unit/support/read-run.ts'

const evaluate = script('evaluate')

let models: FakeServer
let own: Server
let opened: Opened
let page: Page

beforeAll(async () => {
  models = await startModelServer({ kind: 'llama-server', models: ['tiny-vlm', 'other-vlm'] })
  own = await servePage([], undefined, 0, { address: models.address, key: null })
  opened = await launchPage({ origin: own.origin })
  page = opened.page
})
afterAll(async () => {
  await opened.close()
  await own.close()
  await models.close()
})

async function connect(): Promise<void> {
  const drawer = await openModelDrawer(page)
  await drawer.getByRole('button', { name: 'Use a model server' }).click()
  await drawer.getByRole('button', { name: 'Connect' }).click()
  await card(page, 'model').getByText('by the server, from the original files').waitFor()
}

test('is connected, tested, asked through faults, stopped and continued, and named in every file', async () => {
  await connect()
  const told = await card(page, 'model').textContent()
  for (const words of [
    'llama-server b7000-abc',
    'tiny.gguf',
    '4,096 tokens',
    'yes (verified with two colours)',
    'for the top 20 tokens',
    'yes (verified)',
    'yes (same text three times), with equal log-probabilities',
  ])
    expect(told).toContain(words)
  expect(told).not.toContain('/home/someone')

  const first = models.asked.length
  models.nature = {
    ...models.nature,
    fault: number => {
      const faults = [
        { kind: 'status', status: 429, retryAfter: 1 },
        { kind: 'cut' },
        { kind: 'broken-json' },
        { kind: 'status', status: 500 },
      ] as const
      // Faults are far enough apart for each question to be answered in the end.
      return number % 5 === 0 ? (faults[(number / 5) % faults.length] ?? null) : { kind: 'slow', ms: 60 }
    },
  }
  await choose(page, { limit: 40, maxNewTokens: 8 })
  await page.getByLabel('Parallel requests').fill('3')
  await (await readyToRun(page)).click()
  await waitForDone(page, 6)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await reach(page, 'Stopped')
  const before = await done(page)
  expect(before).toBeLessThan(40)
  // Another day: the server is asked again what it is, and must be the same.
  const { nature } = models
  models.nature = { kind: 'llama-server', models: ['tiny-vlm'], version: 'b7001-def' }
  await page.goto(own.origin)
  await card(page, 'model').getByRole('button', { name: 'Connect again' }).waitFor()
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.click()
  await page.getByText('since this run began with tiny-vlm on llama-server b7000-abc').waitFor()
  models.nature = nature
  await goOn.click()
  await page.getByRole('link', { name: 'Run', exact: true }).click()
  await reach(page, 'Done')
  await openResults(page)
  const { run, records } = await exportRun(page)

  expect(run.model).toMatchObject({
    name: 'tiny-vlm',
    source: 'server',
    server: {
      kind: 'llama-server',
      version: 'b7000-abc',
      address: models.address,
      weights: 'tiny.gguf',
      abilities: { image: 'seen', logprobs: 20, constraint: 'held', thinking: 'off', repeatsText: true },
    },
  })
  expect(run.settings).toMatchObject({ device: 'server', dtype: 'server', atOnce: 3 })
  expect(records).toHaveLength(40)
  const answered = records.flatMap(record => (record.status === 'answered' ? [record] : []))
  expect(answered).toHaveLength(40)
  expect(answered.some(({ score }) => (score?.server?.tries ?? 1) > 1)).toBe(true)
  expect(new Set(answered.map(({ response }) => response)).size).toBeGreaterThan(1)

  const asked = models.asked.slice(first)
  for (const chat of asked)
    expect(chat).toMatchObject({
      temperature: 0,
      top_p: 1,
      seed: 1,
      stream: false,
      max_tokens: expect.anything(),
    })
  expect([2, 3]).toContain(models.mostAtOnce())
  // The files' own bytes, before the text.
  const { sample } = answered[0] ?? { sample: null }
  if (!sample) throw new Error('There is no answer.')
  const [path = ''] = listImages(sample)
  const bytes = readFileSync(join(demoDataset, '..', path))
  const sent = asked.find(chat => joinTexts(chat).includes(String(answered[0]?.prompt)))
  if (!sent) throw new Error('It was not asked.')
  const [uri = ''] = listPictures(sent)
  expect(uri.slice(uri.indexOf(',') + 1)).toBe(bytes.toString('base64'))
  expect(answered[0]?.imageFile?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(sent.messages[0]?.content[0]).toMatchObject({ type: 'image_url' })
  // The page itself talked to its own origin alone.
  expect(opened.requests.filter(url => !url.startsWith(own.origin) && !url.startsWith('blob:'))).toEqual([])
})

test('is evaluated without a window, by option probabilities; with two models one must be named', async () => {
  const out = freshFolder('served')
  const argv = [
    '--dataset',
    'demo',
    '--server',
    models.address,
    '--out',
    out,
    '--limit',
    '6',
    '--order',
    'dataset',
  ]
  const unnamed = await evaluate(...argv)
  expect(unnamed.code).toBe(2)
  expect(unnamed.stderr).toContain('--server-model')
  expect(unnamed.stderr).toContain('tiny-vlm, other-vlm')

  models.nature = { kind: 'ollama', models: ['tiny-vlm', 'other-vlm'] }
  const named = await evaluate(
    ...argv,
    ...['--server-model', 'other-vlm', '--scoring', 'choices', '--at-once', '2', '--probes', 'blank-image'],
  )
  expect(named.stderr).toContain(`Questions and images go to ${models.address} only\n`)
  expect(named.stderr).toContain('Sees images: yes')
  expect(named.stderr).toMatch(/Done on Ollama 0\.33\.1: accuracy .* \(n = 6[),]/)
  expect(named.code).toBe(0)
  const { run, records, passes } = await readRunText(readFileSync(join(out, 'run.json'), 'utf8'))
  // What a probe changes goes as PNG.
  expect(passes.map(pass => [pass.run.model.server?.model, pass.records.length])).toEqual([['other-vlm', 6]])
  for (const { records: probed } of passes)
    for (const record of probed)
      expect(record.status === 'answered' && record.score?.server?.reencoded).toBe(1)
  expect(run.model.server).toMatchObject({ kind: 'ollama', model: 'other-vlm', quantization: 'Q4_K_M' })
  const choices = records.flatMap(record => (record.status === 'answered' ? [record.score?.choices] : []))
  expect(choices).toHaveLength(6)
  // D is beyond the most probable tokens unless it is the answer.
  expect(choices.some(found => found?.some(({ letter, isBound }) => letter === 'D' && isBound))).toBe(true)
  const report = readFileSync(join(out, 'report.html'), 'utf8')
  for (const words of [
    'Ollama 0.33.1',
    'images prepared by the server',
    '--server-model',
    'has only a bound',
  ])
    expect(report).toContain(words)
  expect(report).not.toContain('ONNX Runtime Web 1')
})

test('is restricted to a letter; disobedience is reported, and a server that cannot do it is refused', async () => {
  const out = freshFolder('held')
  const argv = [
    ...['--dataset', 'demo', '--server', models.address, '--server-model', 'tiny-vlm', '--out', out],
    ...['--limit', '6', '--order', 'dataset', '--hold-to-letter'],
  ]
  const asks = (chat: Chat): boolean => listPictures(chat).length > 0 && 'grammar' in chat
  const first = models.asked.length
  models.nature = {
    kind: 'llama-server',
    models: ['tiny-vlm', 'other-vlm'],
    fault: number => {
      const [second] = models.asked.slice(first).filter(asks).slice(1)
      return second !== undefined && models.asked[number] === second ? { kind: 'ignored-constraint' } : null
    },
  }
  const done = await evaluate(...argv)
  expect(done.stderr).toMatch(/Done on llama-server b7000-abc/)
  expect(done.code).toBe(0)
  for (const chat of models.asked.slice(first).filter(asks))
    expect(heldTo(chat).join('')).toMatch(/^ABC?D?E?$/)
  const { run, records } = await readRunText(readFileSync(join(out, 'run.json'), 'utf8'))
  expect(run.settings.heldToLetter).toBe(true)
  const said = records.flatMap(record =>
    record.status === 'answered' ? [[record.score?.server?.held, record.response] as const] : [],
  )
  expect(said.map(([held]) => held).sort()).toEqual(['ignored', ...Array(5).fill('kept')])
  for (const [held, response] of said) expect(response).toMatch(held === 'kept' ? /^[A-E]$/ : /^hello$/)
  const report = readFileSync(join(out, 'report.html'), 'utf8')
  for (const words of [
    '--hold-to-letter',
    'This is not part of the protocol',
    'ignored the restriction to listed options in 1 of 6 answers',
  ])
    expect(report).toContain(words)

  models.nature = { kind: 'llama-server', models: ['tiny-vlm', 'other-vlm'], ignoresConstraint: true }
  const refused = await evaluate(...argv)
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('llama-server b7000-abc cannot restrict its answers')
})

test.each([
  ['lists no model', { models: [] }, 'lists no models.'],
  ['has no list', { status: 404 }, 'status 404'],
  ['fails to list them', { status: 500 }, 'status 500, “the list failed”'],
])(
  'a model of a server that %s is used by its name, on the page and by the command',
  async (_, list, words) => {
    models.nature = { kind: 'other', list, refusesOtherNames: true }
    const page = (await openPage({ origin: own.origin })).page
    const drawer = await openModelDrawer(page)
    await drawer.getByRole('button', { name: 'Use a model server' }).click()
    await drawer.getByText(words).waitFor()
    const name = drawer.getByLabel('Model name on the server')
    await name.fill('tony-vlm')
    await drawer.getByRole('button', { name: 'Connect' }).click()
    const model = card(page, 'model')
    await model.getByText('there is no model tony-vlm').waitFor()
    await openModelDrawer(page)
    await drawer.getByRole('button', { name: 'Use a model server' }).click()
    await name.fill('tiny-vlm')
    await drawer.getByRole('button', { name: 'Connect' }).click()
    await model.getByText('by the server, from the original files').waitFor()

    const out = freshFolder('unlisted')
    const argv = ['--dataset', 'demo', '--server', models.address, '--out', out, '--limit', '2']
    const unnamed = await evaluate(...argv)
    expect(unnamed.stderr).toContain('Connecting: listing the models of the server\n')
    expect(unnamed.stderr).toContain("Give the server's name of the model")
    expect(unnamed.code).toBe(2)
    // Slow enough for the steps to be seen.
    models.nature = { ...models.nature, fault: () => ({ kind: 'slow', ms: 300 }) }
    const named = await evaluate(...argv, '--server-model', 'tiny-vlm')
    expect(named.stderr).toContain('Connecting: whether it answers as tiny-vlm, which it does not list')
    expect(named.stderr).toContain('Connecting: whether it sees a picture\n')
    expect(named.stderr).toMatch(/Done on .*: accuracy .* \(n = 2[),]/)
    expect(named.code).toBe(0)
    const wrong = await evaluate(...argv, '--server-model', 'tony-vlm')
    expect(wrong.stderr).toContain(
      'The server does not list this model, and a question under its name failed.',
    )
    expect(wrong.code).toBe(1)
  },
)

test('a page without a server behind it reports what is needed', async () => {
  const page = (await openPage()).page
  await (await openModelDrawer(page)).getByRole('button', { name: 'Use a model server' }).click()
  await page.getByText('npm start -- --server http://127.0.0.1:11434').waitFor()
})

test('a server that changes its answers by itself: its audit asks the same again first, and a judge reads replies in words', async () => {
  const random = new Random(1)
  const says = (text: string): string | null => {
    if (text.includes('Which of these options does its answer mean?')) return '{"option": "A"}'
    if (text.includes('Answer with a word or a short phrase only.')) return 'Unsure'
    return /^B\. /m.test(text) ? (['A', 'B'][random.below(2)] ?? null) : null
  }
  models.nature = { kind: 'llama-server', models: ['tiny-vlm'], says }
  const out = freshFolder('audited')
  const { code, stderr } = await evaluate(
    ...['--dataset', 'demo', '--server', models.address, '--out', out, '--limit', '60', '--order', 'dataset'],
    ...['--probes', 'no-options', '--audit', '--judge-model', '@server'],
  )
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/Options withheld: of \d+ replies, 0 read by the rule, /),
  ])
  const { audit, passes } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))
  expect(Object.keys(audit.passes)).toContain('unchanged')
  const [whole] = audit.slices
  expect(whole.verdict).toBe('unstable')
  expect(whole.by).toEqual(['noise-floor'])
  const changed = whole.figures.find(({ metric }: { metric: string }) => metric === 'blank-change')
  expect(changed.floor.value).toBeGreaterThan(0.2)
  const judges = passes.filter(({ run }: { run: { judging?: unknown } }) => run.judging)
  expect(judges).toHaveLength(1)
  expect(audit.options_withheld).toMatchObject({ by_rule: 0, unread: 0, judge: 'tiny-vlm' })
  expect(audit.options_withheld.by_judge).toBe(judges[0].records.length)
  const report = readFileSync(join(out, 'report.html'), 'utf8')
  for (const words of ['Noise floor: ', 'by the judge tiny-vlm']) expect(report).toContain(words)
})
