/**
 * Private files by themselves in a worker of a real Chromium, whose garbage is collected whenever it could be.
 * @module-tag wide
 */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromiumArguments, needChromium } from '../../src/cli/browser/chromium.ts'
import { bundle, openModules } from './harness/modules.ts'

const times = 20

/** Opens a file so many times, each time with collections until it is open, and tells how often it was within a second. */
const script = `
import { openInPlace } from './private-files.js'
const late = () => new Promise(resolve => setTimeout(resolve, 1000, null))
onmessage = async () => {
  const root = await navigator.storage.getDirectory()
  let answered = 0
  for (let i = 0; i < ${times}; i++) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      gc()
      port2.postMessage(null)
    }
    port2.postMessage(null)
    const file = await Promise.race([root.getFileHandle('file', { create: true }).then(openInPlace), late()])
    port1.close()
    file?.close()
    if (file) answered++
  }
  postMessage(answered)
}`

let browser: Browser
let page: Page

beforeAll(async () => {
  const privateFiles = await bundle('src/data/store/private-files.ts')
  browser = await chromium.launch({
    executablePath: needChromium(),
    args: [...chromiumArguments('none'), '--js-flags=--expose-gc'],
  })
  page = await openModules(browser, {
    '/': { contentType: 'text/html', body: '<!doctype html>' },
    '/worker.js': { contentType: 'text/javascript', body: script },
    '/private-files.js': { contentType: 'text/javascript', body: privateFiles },
  })
})

afterAll(() => browser.close())

test('a file is opened whatever is collected meanwhile', async () => {
  const answered = await page.evaluate(() => {
    const worker = new Worker('/worker.js', { type: 'module' })
    return new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = event => reject(new Error(event.message))
      worker.postMessage(null)
    })
  })
  expect(answered).toBe(times)
})
