/** What is pressed and picked while a run is being prepared: each run keeps its data set, each press is answered. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './harness/page.ts'

test('a run that is continued keeps its data set, whatever is picked while its images are checked', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage({ path: 'headless.html', cores: 1 })
  await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  await page.evaluate(choose, first)
  const stopped = await stoppedRun(page, { limit: 460, after: 300 })
  // With new dates every image is read again when the run is continued: time enough to pick something else.
  await page.evaluate(choose, { ...first, isRewritten: true })
  await page.evaluate(pickDuringTheCheck, 'second')
  await page.evaluate(id => globalThis.voxelwise.continueRun(id), stopped)
  await expect.poll(() => phase(page), { timeout: 180_000 }).toBe('done')

  expect(await page.evaluate(() => globalThis.voxelwise.getState().dataset)).toMatchObject({
    overview: { name: 'second' },
  })
  const { id, total, images } = await liveRun(page)
  expect(id).toBe(stopped)
  expect(images).toHaveLength(total)
  expect(images.filter(image => !image.startsWith(`${first.name}/`))).toEqual([])
  expect(await notices(page)).toEqual([])
  expect(errors).toEqual([])
})

test('while one run is prepared, a second press joins it and a press for another run is refused', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage({ path: 'headless.html', cores: 1 })
  await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
  const other = await stoppedRun(page, { limit: 100, after: 5 })
  const stopped = await stoppedRun(page, { limit: 120, after: 5 })
  await page.evaluate(
    async ids => void (await Promise.all(ids.map(id => globalThis.voxelwise.continueRun(id)))),
    [stopped, stopped, other],
  )
  await expect.poll(() => phase(page), { timeout: 180_000 }).toBe('done')
  expect((await liveRun(page)).id).toBe(stopped)
  expect(await notices(page)).toEqual(['This page is already working on another run.'])
  expect(errors).toEqual([])
})

test('a run that another tab works on can be neither continued nor deleted', async () => {
  const { page, context, origin, errors } = await openPage({ path: 'headless.html', cores: 1 })
  await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
  await page.evaluate(() => {
    globalThis.voxelwise.changeSettings({ limit: null, maxNewTokens: 2 })
    return globalThis.voxelwise.start()
  })
  await expect
    .poll(() => page.evaluate(() => globalThis.voxelwise.getState().live?.answered ?? 0))
    .toBeGreaterThan(0)
  await page.evaluate(() => globalThis.voxelwise.pause())
  await expect.poll(() => phase(page)).toBe('paused')
  const id = await page.evaluate(() => globalThis.voxelwise.getState().live?.run.id ?? '')
  const other = await context.newPage()
  await other.goto(`${origin}/headless.html`)
  await expect
    .poll(() => other.evaluate(() => globalThis.voxelwise.getState().runs?.map(({ isHeld }) => isHeld)))
    .toEqual([true])
  await other.evaluate(run => globalThis.voxelwise.continueRun(run), id)
  const locked = 'This run is already active, here or in another tab.'
  await expect.poll(() => notices(other)).toEqual([locked])
  const newest = () => other.evaluate(() => globalThis.voxelwise.getState().notices.at(-1)?.id)
  const refused = await newest()
  await other.evaluate(run => globalThis.voxelwise.deleteRun(run), id)
  // The same words are one notice, which is a new one.
  await expect.poll(newest).not.toBe(refused)
  expect(await notices(other)).toEqual([locked])
  await page.evaluate(() => globalThis.voxelwise.stop())
  await expect
    .poll(() => other.evaluate(() => globalThis.voxelwise.getState().runs?.map(({ isHeld }) => isHeld)))
    .toEqual([undefined])
  expect(errors).toEqual([])
})

const first = {
  name: 'first',
  sets: ['PhantomBrainCT', 'PhantomBrainMR', 'PhantomHeartUS', 'PhantomLungXR'],
  isRewritten: false,
}

const phase = (page: Page) => page.evaluate(() => globalThis.voxelwise.getState().live?.phase)

const notices = (page: Page) =>
  page.evaluate(() => globalThis.voxelwise.getState().notices.map(({ error }) => error.message))

/** A run that was stopped after its first answers. @returns its id */
async function stoppedRun(
  page: Page,
  { limit, after }: { readonly limit: number; readonly after: number },
): Promise<string> {
  await page.evaluate(most => {
    globalThis.voxelwise.changeSettings({ limit: most, maxNewTokens: 2, order: 'dataset' })
    return globalThis.voxelwise.start()
  }, limit)
  await expect
    .poll(() => page.evaluate(() => globalThis.voxelwise.getState().live?.answered ?? 0), {
      interval: 20,
      timeout: 120_000,
    })
    .toBeGreaterThan(after)
  await page.evaluate(() => globalThis.voxelwise.stop())
  await expect.poll(() => phase(page)).toBe('paused')
  return page.evaluate(() => globalThis.voxelwise.getState().live?.run.id ?? '')
}

/** The images of the records of the live run, as its run.json has them. */
const liveRun = (page: Page) =>
  page.evaluate(async () => {
    const { voxelwise } = globalThis
    const { run } = voxelwise.getState().live ?? {}
    if (!run) throw new Error('no run')
    const { rows } = await voxelwise.results(run.id)
    const records = await Promise.all(rows.map(({ index }) => voxelwise.record(run.id, index)))
    return { id: run.id, total: run.total, images: records.map(({ sample }) => sample.image ?? '') }
  })

/** In the page: chooses data sets of the demo that were copied into a folder of the browser's own file system. */
async function choose(wanted: typeof first): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(wanted.name, { create: true })
  const copy = async (into: FileSystemDirectoryHandle, url: string): Promise<void> => {
    const file = await into.getFileHandle(url.slice(url.lastIndexOf('/') + 1), { create: true })
    const stream = await file.createWritable()
    await stream.write(await (await fetch(url)).blob())
    await stream.close()
  }
  for (const name of wanted.sets) {
    const base = `/datasets/phantom-cube/${name}`
    const set = await folder.getDirectoryHandle(name, { create: true })
    const pictures = await set.getDirectoryHandle('pictures', { create: true })
    if (!wanted.isRewritten) await copy(set, `${base}/test.json`)
    for (let i = 1; i <= 20; i++)
      await copy(pictures, `${base}/pictures/case_${String(i).padStart(2, '0')}.png`)
  }
  await globalThis.voxelwise.chooseDataset({ from: 'handle', handle: folder })
}

/** In the page: another data set is chosen as soon as the images of a run are being checked. */
async function pickDuringTheCheck(name: string): Promise<void> {
  const { voxelwise } = globalThis
  const base = '/datasets/phantom-cube/PhantomHeartUS'
  const names = Array.from({ length: 20 }, (_, i) => `case_${String(i + 1).padStart(2, '0')}.png`)
  const paths = ['test.json', ...names.map(picture => `pictures/${picture}`)]
  const files = await Promise.all(
    paths.map(async path => {
      const blob = await (await fetch(`${base}/${path}`)).blob()
      return { path, file: new File([blob], path.slice(path.lastIndexOf('/') + 1)) }
    }),
  )
  const leave = voxelwise.subscribe(() => {
    if (!voxelwise.getState().imagesChecked) return
    leave()
    void voxelwise.chooseDataset({ from: 'files', name, files })
  })
}
