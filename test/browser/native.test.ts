/**
 * Runs that ONNX Runtime for Node computes in processes of the local server: `npm start -- --native`.
 * @module-tag wide
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runtimeVersion } from '../../src/cli/base/installed.ts'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { script } from '../unit/support/command.ts'
import { describeNative } from '../unit/support/native.ts'
import { readRunText } from '../unit/support/read-run.ts'
import { writeAdapter } from '../unit/support/safetensors.ts'
import {
  choose,
  done,
  exportRun,
  openResults,
  openSettings,
  openStep,
  pickFolder,
  reach,
  readyToRun,
  runToEnd,
  startRun,
  waitForDone,
} from './harness/drive.ts'
import { sharedFolder } from './harness/folders.ts'
import { killBrowser } from './harness/kill.ts'
import { freshFolder, launchPage, openPage, removeFolder, temporaryFolder } from './harness/page.ts'
import { endless, slowModel } from './harness/slow-model.ts'

/** Enough questions to be interrupted among. */
const choices = { limit: 120, device: 'cpu', dtype: 'fp32' } as const
const before = 8
const checkpoint = join(sharedFolder('checkpoints'), 'llava-bf16')

interface Started {
  readonly server: ChildProcess
  readonly origin: string
  /** The part of the page's address that has the token of the server's start. */
  readonly path: string
}

async function start(port = '0'): Promise<Started> {
  const args = ['--import', 'tsx', 'src/cli/commands/start.ts', '--native', '--port', port]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: server.stdout })) {
    const [, origin, path] = /(http:\/\/localhost:\d+)\/(\?token=[\w-]+)/.exec(line) ?? []
    if (origin && path) return { server, origin, path }
  }
  throw new Error('The server did not start.')
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}

async function startForTest(port?: string): Promise<Started> {
  const started = await start(port)
  onTestFinished(() => kill(started.server))
  return started
}

/** The processes that compute, with their seconds of processor time. */
function processes({ server }: Started): readonly { readonly pid: number; readonly seconds: number }[] {
  const columns = ['-o', 'pid=,ppid=,cputimes=,args=']
  const lines = execFileSync('ps', ['-axww', ...columns], { encoding: 'utf8' }).split('\n')
  return lines.flatMap(line => {
    const [, pid, parent, seconds, args] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? []
    const isOwn = Number(parent) === server.pid && args?.includes('local-host')
    return isOwn ? [{ pid: Number(pid), seconds: Number(seconds) }] : []
  })
}

const computing = (started: Started): readonly number[] => processes(started).map(({ pid }) => pid)

const processorTime = (started: Started): number =>
  processes(started).reduce((sum, { seconds }) => sum + seconds, 0)

const answers = ({ records }: Pick<RunFile, 'records'>) =>
  records.map(record => [
    record.sample.index,
    record.status === 'answered' ? record.response : record.error.code,
    record.status === 'answered' ? record.correct : null,
  ])

describeNative(() => {
  /** The same run of `evaluate --runtime node`. */
  let whole: RunFile
  let out: string
  beforeAll(async () => {
    out = temporaryFolder('evaluated')
    const command = ['--runtime', 'node', '--dataset', 'demo', '--model', 'demo', '--out', out]
    const { code, stderr } = await script('evaluate')(
      ...command,
      ...['--dtype', 'fp32', '--limit', String(choices.limit), '--order', 'dataset'],
    )
    expect(stderr).not.toContain('failed')
    expect(code).toBe(0)
    whole = await readRunText(readFileSync(join(out, 'run.json'), 'utf8'))
  }, 180_000)
  afterAll(() => removeFolder(out))

  async function expectWhole(page: Page): Promise<RunFile> {
    await reach(page, 'Done')
    expect(await done(page)).toBe(choices.limit)
    await openResults(page)
    const file = await exportRun(page)
    expect(answers(file)).toEqual(answers(whole))
    return file
  }

  test('is tested at set-up, paused, resumed and finished, with the answers of evaluate --runtime node', async () => {
    const started = await startForTest()
    const { page, errors } = await openPage(started)
    await choose(page, choices)
    await openStep(page, 'run')
    await page.getByRole('button', { name: 'Test the speed (20 s)' }).click()
    const facts = page.locator('[data-trial=done]')
    await facts.waitFor({ timeout: 90_000 })
    await expect.poll(() => facts.textContent()).toMatch(/On WASM.*per question.*times as (fast|long)/)

    await (await readyToRun(page)).click()
    await waitForDone(page, before)
    await page.getByRole('button', { name: 'Pause' }).click()
    await reach(page, 'Paused')
    const paused = await done(page)
    await page.waitForTimeout(500)
    expect(await done(page)).toBe(paused)
    await page.getByRole('button', { name: 'Resume' }).click()
    const { run } = await expectWhole(page)
    expect(run.settings.device).toBe('cpu')
    expect(run.environment).toMatchObject({ onnxruntime: runtimeVersion, adapter: null })
    expect(run.environment.runtime).toBeUndefined()
    expect(errors).toEqual([])
    await page.close()
    await expect.poll(() => computing(started)).toEqual([])
  })

  test.runIf(existsSync(checkpoint))(
    'a checkpoint with an adapter gives the answers of evaluate --runtime node',
    async () => {
      const adapter = freshFolder('lung-adapter')
      writeAdapter(adapter)
      const out = freshFolder('evaluated-checkpoint')
      const command = ['--runtime', 'node', '--dataset', 'demo', '--model', checkpoint, '--adapter', adapter]
      const { code } = await script('evaluate')(
        ...[...command, '--out', out, '--dtype', 'q8'],
        ...['--limit', '4', '--order', 'dataset', '--max-new-tokens', '3'],
      )
      expect(code).toBe(0)
      const evaluated = await readRunText(readFileSync(join(out, 'run.json'), 'utf8'))

      const started = await startForTest()
      const { page, errors } = await openPage(started)
      await openStep(page, 'model')
      await pickFolder(page, 'model', checkpoint)
      await page.getByRole('button', { name: 'Add a LoRA adapter' }).waitFor()
      await page.getByTestId('adapter-folder-input').setInputFiles(adapter)
      await page.getByText('LoRA of rank 2 (alpha 64), trained on hospital/base').waitFor()
      await runToEnd(page, { limit: 4, maxNewTokens: 3, device: 'cpu', dtype: 'q8' })
      const file = await exportRun(page)
      expect(file.run.settings.device).toBe('cpu')
      expect(answers(file)).toEqual(answers(evaluated))
      expect(file.run.model.adapter).toEqual({ base: 'hospital/base', rank: 2, alpha: 64, changes: 2 })
      expect(file.run.model.fingerprint).toBe(evaluated.run.model.fingerprint)
      expect(file.run.model.weights).toBe(evaluated.run.model.weights)
      expect(errors).toEqual([])
    },
  )

  test('ends by name where the server is killed, and is finished after it is started again', async () => {
    const first = await startForTest()
    const { page } = await openPage(first)
    await startRun(page, choices)
    await waitForDone(page, before)
    await kill(first.server)
    await page.getByText('The local server that runs the model does not answer.').first().waitFor()
    expect(computing(first)).toEqual([])

    const { origin, path } = await startForTest(new URL(first.origin).port)
    await page.getByRole('button', { name: 'Continue' }).first().click()
    await page.getByText('Open the address that it printed, then continue the run.').first().waitFor()
    await page.goto(`${origin}/${path}`)
    // The set-up offers no run that failed: the list of results does.
    await page.getByRole('link', { name: 'Results', exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).first().click()
    await page.getByRole('link', { name: 'Run', exact: true }).click()
    await page.locator('.phase').filter({ hasNotText: 'Stopped by' }).waitFor()
    await expectWhole(page)
  })

  test('the plain address says what to do, and an address once opened is remembered', async () => {
    const { origin, path } = await startForTest()
    const { page, context } = await openPage({ origin })
    await page
      .getByText('Open the address that the server printed at its start: it contains a token.')
      .waitFor()
    await page.goto(`${origin}/${path}`)
    await openSettings(page)
    const native = (of: Page) => of.getByLabel('Device').locator('option', { hasText: 'ONNX Runtime' })
    await expect.poll(() => native(page).count()).toBeGreaterThan(0)
    expect(page.url()).not.toContain('token')
    const other = await context.newPage()
    await other.goto(`${origin}/`)
    await openSettings(other)
    await expect.poll(() => native(other).count()).toBeGreaterThan(0)
  })

  test.each([
    ['Stop', (page: Page) => page.getByRole('button', { name: 'Stop', exact: true }).click()],
    ['a closed page', (page: Page) => page.close()],
  ])('a model that never ends leaves no process after %s', async (_, end) => {
    const started = await startForTest()
    const model = slowModel(freshFolder('models'), 'endless-vlm', { decoder: endless })
    const { page } = await openPage(started)
    await pickFolder(page, 'model', model)
    await startRun(page, choices)
    // More than the model takes to load.
    await expect.poll(() => processorTime(started)).toBeGreaterThan(8)
    await end(page)
    await expect.poll(() => computing(started)).toEqual([])
  })

  test('continues by itself where a process of the runtime is killed', async () => {
    const started = await startForTest()
    const { page } = await openPage(started)
    await startRun(page, choices)
    await waitForDone(page, before)
    for (const pid of computing(started)) process.kill(pid, 'SIGKILL')
    const { run } = await expectWhole(page)
    expect(run.events?.some(({ kind }) => kind === 'restart')).toBe(true)
  })

  test('leaves no process where the browser is killed, and is finished in the next', async () => {
    const started = await startForTest()
    const profile = freshFolder('profile')
    const first = await launchPage({ profile, ...started })
    await startRun(first.page, choices)
    await waitForDone(first.page, before)
    await killBrowser(first, profile)
    await expect.poll(() => computing(started)).toEqual([])

    const { page } = await openPage({ profile, ...started })
    await page.getByRole('button', { name: 'Continue' }).first().click()
    await page.getByRole('link', { name: 'Run', exact: true }).click()
    await expectWhole(page)
  })
})
