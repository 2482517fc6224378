/**
 * A graphics card that is compared before it answers, on the software adapter.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  choose,
  done,
  exportRun,
  openResults,
  pickFolder,
  reach,
  readyToRun,
  runToEnd,
  startRun,
  waitForDone,
} from '../browser/harness/drive.ts'
import { freshFolder, openPage } from '../browser/harness/page.ts'

const smolvlm = resolve('test/golden/families/smolvlm')
const decoder = 'onnx/decoder_model_merged.onnx'

/** Where the values of an initializer lie in the file: after its name, the tag of `raw_data` and their length. */
function findWeights(
  file: Buffer,
  name: string,
): { readonly at: number; readonly values: Float32Array<ArrayBuffer> } {
  let at = file.indexOf(Buffer.concat([Buffer.from(name), Buffer.from([0x4a])])) + name.length + 1
  let [length, shift, byte] = [0, 0, 0]
  do {
    byte = file[at++] as number
    length |= (byte & 127) << shift
    shift += 7
  } while (byte & 128)
  return { at, values: new Float32Array(new Uint8Array(file.subarray(at, at + length)).buffer) }
}

const put = (file: Buffer, at: number, values: Float32Array<ArrayBuffer>): void =>
  void file.set(new Uint8Array(values.buffer), at)

const faults: Readonly<Record<string, (file: Buffer) => void>> = {
  overflow(file) {
    const { at, values } = findWeights(file, 'onnx::MatMul_607')
    put(
      file,
      at,
      values.map(value => value * 1e38),
    )
  },
  'wrong mask'(file) {
    // The least float, which hides later tokens, becomes 0.
    const at = file.indexOf(Buffer.from([0x4a, 4, 0xff, 0xff, 0x7f, 0xff]))
    file.fill(0, at + 2, at + 6)
  },
  'swapped layers'(file) {
    const first = [607, 614, 615, 631, 632, 633, 634]
    const second = [635, 642, 643, 659, 660, 661, 662]
    for (const [i, number] of first.entries()) {
      const [one, other] = [number, second[i]].map(weights => findWeights(file, `onnx::MatMul_${weights}`))
      if (!one || !other) throw new Error('The layers differ in length.')
      put(file, one.at, other.values)
      put(file, other.at, one.values)
    }
  },
}

function brokenModel(fault: string): string {
  const folder = join(freshFolder('broken'), fault.replace(' ', '-'))
  cpSync(smolvlm, folder, { recursive: true })
  const path = join(folder, decoder)
  const file = readFileSync(path)
  faults[fault]?.(file)
  writeFileSync(path, file)
  return folder
}

/** What the page shows of the comparison once it is over. */
async function compared(page: Page, model: string): Promise<string> {
  await pickFolder(page, 'model', model)
  await choose(page, { limit: 2, maxNewTokens: 2, device: 'webgpu', dtype: 'fp32' })
  const shown = page.locator('.run-bar-why')
  await shown.getByText(/letters as in|not compared|does not compute/).waitFor({ timeout: 120_000 })
  return (await shown.textContent()) ?? ''
}

test('graphs broken on purpose are refused by name, and correct ones pass', {
  timeout: 600_000,
}, async () => {
  const { page, origin, errors } = await openPage({ gpu: 'software' })
  for (const fault of Object.keys(faults)) {
    const shown = await compared(page, brokenModel(fault))
    expect(shown).toMatch(
      /does not compute this model as PyTorch does: option log-probabilities (differ|overflow)/,
    )
  }
  // The press is refused, and no run is stored.
  await (await readyToRun(page)).click()
  await page.getByText('device-wrong').nth(1).waitFor()
  await page.goto(`${origin}/#/runs`)
  await page.getByText('No runs yet').waitFor()

  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  // The demo's model has an attention kernel that is wrong with subgroups of four threads.
  for (const [model, reference] of [
    ['public/models/phantom-vlm', 'WASM'],
    ['test/golden/families/llava', 'WASM'],
    ['test/golden/families/qwen2_vl', 'WASM'],
    ['test/golden/families/smolvlm', 'PyTorch'],
  ] as const) {
    const shown = await compared(page, resolve(model))
    expect(shown).toContain(`3 of 3 letters as in ${reference}`)
  }
  await runToEnd(page, {}, 120_000)
  const { run } = await exportRun(page)
  expect(run.environment.deviceTest).toMatchObject({ against: 'pytorch', prompts: 3, images: 2, letters: 0 })
  expect(run.environment.deviceTest?.logprobs).toBeLessThan(1e-3)
  expect(errors).toEqual([])
})

test('during a run an answer is asked again on WASM', { timeout: 900_000 }, async () => {
  const { page, errors } = await openPage({ gpu: 'software' })
  await pickFolder(page, 'model', smolvlm)
  await runToEnd(page, { limit: 100, maxNewTokens: 2, device: 'webgpu', dtype: 'fp32' }, 600_000)
  const { run } = await exportRun(page)
  expect(run.environment.drift).toMatchObject({ against: 'wasm', questions: 1, answers: 0 })
  expect(run.events?.map(({ text }) => text).join('\n')).toMatch(
    /Sample \d+ was asked again on WASM: the same answer/,
  )
  await page.getByRole('link', { name: 'Run', exact: true }).click()
  await page.getByText('1 of 1 answer as on WASM').waitFor()
  expect(errors).toEqual([])
})

test('a run continues after its device is destroyed and after the browser loses the graphics card', {
  timeout: 900_000,
}, async () => {
  const { page } = await openPage({ gpu: 'software' })
  // Keeps the last device of each thread on the graphics card.
  page.on('worker', worker =>
    worker
      .evaluate(() => {
        const { prototype } = GPUAdapter
        const { requestDevice } = prototype
        prototype.requestDevice = async function (wanted) {
          const device = await requestDevice.call(this, wanted)
          Object.assign(self, { destroyCard: () => device.destroy() })
          return device
        }
      })
      .catch(() => {}),
  )
  await pickFolder(page, 'model', smolvlm)
  const choices = { limit: 20, maxNewTokens: 2, device: 'webgpu', dtype: 'fp32' } as const
  await startRun(page, choices)
  await waitForDone(page, 2)
  for (const worker of page.workers())
    await worker.evaluate(() => (self as { destroyCard?: () => void }).destroyCard?.()).catch(() => {})
  await waitForDone(page, 10)
  await killGraphics(page)
  await reach(page, 'Done', 600_000)
  expect(await done(page)).toBe(choices.limit)
  await openResults(page)
  const { run, records } = await exportRun(page)
  expect(records.filter(({ status }) => status === 'answered')).toHaveLength(choices.limit)
  const lost = run.events?.filter(({ text }) => text.startsWith('The browser lost the graphics card')) ?? []
  expect(lost.map(({ kind }) => kind)).toEqual(['device', 'device'])
  expect(lost[0]?.text).toMatch(/destroyed.*\(WebGPU\)/)
})

/** Ends the browser's process that drives the graphics card, as a faulty driver does. */
async function killGraphics(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  const graphics = processInfo.find(({ type }) => type === 'GPU')
  if (!graphics) throw new Error('The browser has no process for graphics.')
  process.kill(graphics.id, 'SIGKILL')
}
