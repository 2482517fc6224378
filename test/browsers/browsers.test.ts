/**
 * Browsers beside Chromium, as a user meets them: the demo by one press in the page, a picked data set and model, and all
 * files out, each the same as Chromium's. `npm run lab -- browsers`; what this machine lacks is named and left out.
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { BareServer } from '../browser/harness/bare-server.ts'
import { demoDataset, demoModel } from '../browser/harness/folders.ts'
import { launchPage, type Opened } from '../browser/harness/page.ts'
import type { Driven } from './harness/driven.ts'
import {
  type Exported,
  evaluated,
  exportedRun,
  filesBelow,
  takeDemo,
  takeFolder,
} from './harness/evaluation.ts'
import { firefox } from './harness/firefox.ts'
import { pixelsIn } from './harness/pixels.ts'
import { webkit } from './harness/webkit.ts'

/** Files whose every byte is told by the answers: run.json also says when and where. */
const answersOnly = ['results.json', 'metrics_summary.json', 'shortcut.json', 'shortcut_report.csv']

const dataset = { name: 'PhantomHeartUS', folder: join(demoDataset, 'PhantomHeartUS') }
const model = { name: 'phantom-vlm', folder: demoModel }

let chromium: Opened
const chromiumRun: Driven['run'] = (work, ...given) =>
  chromium.page.evaluate(`(${work})(...${JSON.stringify(given)})`)
let demo: Exported
let picked: Exported

beforeAll(async () => {
  chromium = await launchPage({ path: 'headless.html' })
  await takeDemo(chromiumRun)
  demo = await evaluated(chromiumRun, { limit: null })
  picked = await evaluatePicked(chromiumRun, (selector, files) =>
    chromium.page.setInputFiles(selector, files),
  )
}, 600_000)
afterAll(() => chromium.close())

async function evaluatePicked(
  run: Driven['run'],
  put: (selector: string, files: string[]) => Promise<void>,
): Promise<Exported> {
  for (const [role, { name, folder }] of [['dataset', dataset] as const, ['model', model] as const]) {
    const paths = filesBelow(folder)
    await put(
      '#files',
      paths.map(path => join(folder, path)),
    )
    await takeFolder(run, role, name, paths)
  }
  return evaluated(run, { limit: null })
}

const expectSame = (ours: Exported, theirs: Exported): void => {
  for (const name of answersOnly) expect(ours[name] === theirs[name], name).toBe(true)
}

for (const installed of [firefox, webkit]) {
  const { browser, missing } = installed
  if (missing) console.log(`${browser} is not tested: ${missing}`)
  describe.skipIf(missing)(browser, () => {
    let driven: Driven
    beforeAll(async () => {
      driven = await installed.open()
      console.log(driven.name)
    })
    afterAll(() => driven.close())

    test('decodes images as Chromium does', async () => {
      const { same, different } = await pixelsIn(driven)
      console.log(browser, same, 'images are the same to the byte;', different)
      expect(Object.entries(different).filter(([, by]) => typeof by === 'string' || by > 1)).toEqual([])
    })

    test('runs the demo by one press', async () => {
      await driven.goto(`${inject('origin')}/`)
      const { id, seconds, correct } = await driven.run(async () => {
        const until = async <T>(find: () => T | null | undefined | false): Promise<T> => {
          for (;;) {
            const found = find()
            if (found) return found
            await new Promise(resolve => setTimeout(resolve, 100))
          }
        }
        const button = await until(() =>
          [...document.querySelectorAll('button')].find(
            one =>
              one.textContent?.startsWith('Run the demo on') && one.getAttribute('aria-disabled') === null,
          ),
        )
        const began = performance.now()
        button.click()
        await until(() => /^(Done|Stopped)/.test(document.querySelector('.phase')?.textContent ?? ''))
        const seconds = Math.round((performance.now() - began) / 1000)
        const link = await until(() =>
          [...document.querySelectorAll('a')].find(one => one.textContent === 'See the results'),
        )
        link.click()
        const id = await until(() => /^#\/runs\/([^/]+)/.exec(location.hash)?.[1])
        const shown = () => document.querySelector('main [aria-busy=false]')?.textContent ?? ''
        const told = await until(() => /[\d.]+%/.exec(shown()))
        return { id: decodeURIComponent(id), seconds, correct: told[0] }
      })
      console.log(`${browser}: the demo took ${seconds} s, ${correct}`)
      const picture = join(tmpdir(), `voxelwise-${browser}.png`)
      writeFileSync(picture, await driven.screenshot())
      console.log(`What it shows: ${picture}`)
      await driven.goto(`${inject('origin')}/headless.html`)
      expectSame(await exportedRun(driven.run, id), demo)
    })

    test('opens from a host without headers, isolated, and again without the host', async () => {
      const host = new BareServer('dist', '/pages/')
      await host.start()
      /** Not while the page is being loaded anew, which breaks off what is asked of it. */
      const ask = <Result>(work: () => Result) => driven.run(work).catch(() => null)
      const opened = () =>
        ask(() => ({
          isIsolated: crossOriginIsolated,
          canRun: [...document.querySelectorAll('button')].some(one => /^Run the demo/.test(one.textContent)),
          isKept: document.querySelector('footer')?.textContent?.includes('Available offline') ?? false,
        }))
      const keep = () =>
        ask(() => {
          const buttons = [...document.querySelectorAll('button')]
          const button = buttons.find(one => one.textContent === 'Save for offline use')
          button?.click()
          return button !== undefined
        })
      const whole = { isIsolated: true, canRun: true, isKept: true }
      try {
        await driven.goto(`${host.origin}/pages/`)
        await expect.poll(keep, { timeout: 120_000, interval: 500 }).toBe(true)
        await expect.poll(opened, { timeout: 120_000, interval: 500 }).toEqual(whole)
        await host.stop()
        await driven.goto(`${host.origin}/pages/`)
        await expect.poll(opened, { timeout: 60_000, interval: 500 }).toEqual(whole)
      } finally {
        await host.stop()
      }
    })

    test('runs on picked folders and gives all files', async () => {
      await driven.goto(`${inject('origin')}/headless.html`)
      expectSame(await evaluatePicked(driven.run, driven.put), picked)
    })
  })
}
