/** What is pressed and picked while a run is being prepared: each run keeps its data set, each press is answered. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './harness/page.ts'

test('a run that is continued keeps its data set, whatever is picked while its images are checked', async () => {
  const { context, page, errors } = await openPage({ path: 'headless.html', cores: 1 })
  await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
  const other = await stoppedRun(page, 200)
  const stopped = await stoppedRun(page, 400)
  await page.evaluate(pickAnother)

  const letThrough = await holdPictures(context)
  const pressed = page.evaluate(id => globalThis.voxelwise.continueRun(id), stopped)
  await expect
    .poll(() => page.evaluate(() => globalThis.voxelwise.getState().dataset.status), { interval: 20 })
    .toBe('ready')
  // A second press of the same button is not a second run, and another run is not forgotten without a word.
  const again = page.evaluate(id => globalThis.voxelwise.continueRun(id), stopped)
  await page.evaluate(id => globalThis.voxelwise.continueRun(id), other)
  await expect.poll(() => notices(page)).toEqual(['This page is already working on another run.'])
  await page.evaluate(pickAnother)
  await letThrough()
  await Promise.all([pressed, again])
  await expect.poll(() => phase(page)).toBe('done')

  const { id, total, records } = await liveRun(page)
  expect(id).toBe(stopped)
  expect(records).toHaveLength(total)
  expect(records.filter(image => !image.startsWith('phantom-cube/'))).toEqual([])
  expect(await notices(page)).toHaveLength(1)
  expect(errors).toEqual([])
})

const phase = (page: Page) => page.evaluate(() => globalThis.voxelwise.getState().live?.phase)

const notices = (page: Page) =>
  page.evaluate(() => globalThis.voxelwise.getState().notices.map(({ error }) => error.message))

/** A run that was stopped after its first answers. @returns its id */
async function stoppedRun(page: Page, limit: number): Promise<string> {
  await page.evaluate(most => {
    globalThis.voxelwise.changeSettings({ limit: most, maxNewTokens: 2, order: 'dataset' })
    return globalThis.voxelwise.start()
  }, limit)
  await expect
    .poll(() => page.evaluate(() => globalThis.voxelwise.getState().live?.answered ?? 0), { interval: 20 })
    .toBeGreaterThan(5)
  await page.evaluate(() => globalThis.voxelwise.stop())
  await expect.poll(() => phase(page)).toBe('paused')
  return page.evaluate(() => globalThis.voxelwise.getState().live?.run.id ?? '')
}

/** Keeps the demo's pictures back. @returns what lets them through */
async function holdPictures(context: BrowserContext): Promise<() => Promise<void>> {
  let open = (): void => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const pictures = /phantom-cube\/.*\.png$/
  await context.route(pictures, async route => {
    await opened
    await route.continue()
  })
  return async () => {
    open()
    await context.unroute(pictures)
  }
}

/** The images of the records of the live run, as its run.json has them. */
const liveRun = (page: Page) =>
  page.evaluate(async () => {
    const { voxelwise } = globalThis
    const { run } = voxelwise.getState().live ?? {}
    if (!run) throw new Error('no run')
    const { rows } = await voxelwise.results(run.id)
    const records = await Promise.all(rows.map(({ index }) => voxelwise.record(run.id, index)))
    return { id: run.id, total: run.total, records: records.map(({ sample }) => sample.image ?? '') }
  })

/** In the page: a data set in a folder of the browser's own file system is chosen, and read. */
async function pickAnother(): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('picked-cube', { create: true })
  const set = await folder.getDirectoryHandle('PhantomHeartUS', { create: true })
  const pictures = await set.getDirectoryHandle('pictures', { create: true })
  const copy = async (into: FileSystemDirectoryHandle, url: string): Promise<void> => {
    const file = await into.getFileHandle(url.slice(url.lastIndexOf('/') + 1), { create: true })
    if ((await file.getFile()).size > 0) return
    const stream = await file.createWritable()
    await stream.write(await (await fetch(url)).blob())
    await stream.close()
  }
  const base = '/datasets/phantom-cube/PhantomHeartUS'
  await copy(set, `${base}/test.json`)
  for (let i = 1; i <= 20; i++)
    await copy(pictures, `${base}/pictures/case_${String(i).padStart(2, '0')}.png`)
  await globalThis.voxelwise.chooseDataset({ from: 'handle', handle: folder })
}
