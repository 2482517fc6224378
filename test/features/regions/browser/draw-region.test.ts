/** The region of a question, drawn on its image. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { HeadlessRuns } from '../../../browser/harness/headless-runs.ts'
import { launchPage, type Opened } from '../../../browser/harness/page.ts'

let opened: Opened
let page: Page
let runs: HeadlessRuns

beforeAll(async () => {
  opened = await launchPage({ path: 'headless.html' })
  page = opened.page
  runs = new HeadlessRuns(opened)
  await runs.chooseDemo()
  return () => opened.close()
}, 120_000)

test('a region is drawn with mouse, touch and keys, stored with the data set, and covered by the next passes', {
  tags: ['long'],
}, async () => {
  const run = await runs.start([], { limit: 2 })
  await page.goto(`${opened.origin}/#/runs/${run}/samples?sample=1`)
  await page.getByRole('button', { name: 'Draw the region' }).click()
  const frame = page.getByRole('group', { name: /^Image\. Drag to draw the region/ })
  await frame.scrollIntoViewIfNeeded()
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.region-frame img')?.complete)
  const words = page.getByText(/^\d+ × \d+ pixels at \d+, \d+: [\d.]+% of the image\.$/)
  const place = await frame.boundingBox()
  if (!place) throw new Error('The image is not shown.')
  const at = (x: number, y: number) => ({ x: place.x + x * place.width, y: place.y + y * place.height })
  await page.mouse.move(at(0.2, 0.2).x, at(0.2, 0.2).y)
  await page.mouse.down()
  await page.mouse.move(at(0.6, 0.5).x, at(0.6, 0.5).y, { steps: 4 })
  await page.mouse.up()
  const byMouse = await words.textContent()
  // A finger draws another one over it.
  const touch = await page.context().newCDPSession(page)
  const points = [at(0.5, 0.5), at(0.7, 0.8)].map(point => [point])
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points[0] ?? [] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points[1] ?? [] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => words.textContent()).not.toBe(byMouse)
  const byTouch = await words.textContent()
  await frame.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => words.textContent()).not.toBe(byTouch)
  const [wide, high, x, y] = (await words.textContent())?.match(/\d+/g)?.slice(0, 4).map(Number) ?? []
  await page.keyboard.press('Enter')
  const drawn = page.getByText(`Drawn: ${wide} × ${high} pixels at ${x}, ${y}.`)
  await drawn.waitFor()
  await page.reload()
  await drawn.waitFor({ timeout: 60_000 })

  await runs.comeBack()
  await page.evaluate(
    id => globalThis.voxelwise.addPasses(id, [{ kind: 'region' }, { kind: 'elsewhere' }]),
    run,
  )
  await runs.settled()
  const passes = (await runs.stored()).filter(({ parent }) => parent === run)
  const regions = [[1, x, y, wide, high]]
  for (const kind of ['region', 'elsewhere'])
    expect(passes.filter(({ probe }) => probe?.kind === kind)).toMatchObject([
      { probe: { kind, drawn: regions }, total: 1 },
    ])
  for (const { id } of passes) expect(await runs.records(id)).toHaveLength(1)

  // run.json carries it, and a browser that has none takes it from there.
  const { fingerprint } = (await runs.stored()).find(({ id }) => id === run)?.dataset ?? { fingerprint: '' }
  const json = await runs.exported(run)
  expect(JSON.parse(json).regions).toEqual(regions)
  await page.evaluate(of => globalThis.voxelwise.drawRegion(of, 1, null), fingerprint)
  expect(JSON.parse(await runs.exported(run))).not.toHaveProperty('regions')
  await runs.importJson(json)
  expect(JSON.parse(await runs.exported(run)).regions).toEqual(regions)
})
