/**
 * The short form of `npm run lab -- browsers`: Firefox, where this machine has it, decodes as Chromium does and answers the
 * beginning of the demo with the same letters.
 * @module-tag wide
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { deepPixelsIn } from '../browsers/harness/deep-pixels.ts'
import type { Driven } from '../browsers/harness/driven.ts'
import { evaluated, takeDemo } from '../browsers/harness/evaluation.ts'
import { firefox } from '../browsers/harness/firefox.ts'
import { pixelsIn } from '../browsers/harness/pixels.ts'
import { launchPage, type Opened } from './harness/page.ts'

if (firefox.missing) console.log(`Firefox is not tested: ${firefox.missing}`)

describe.skipIf(firefox.missing)('Firefox', () => {
  let driven: Driven
  let chromium: Opened

  beforeAll(async () => {
    ;[driven, chromium] = await Promise.all([firefox.open(), launchPage({ path: 'headless.html' })])
  })
  afterAll(() => Promise.all([driven.close(), chromium.close()]))

  test('decodes images to the bytes that Pillow gives, or one off', async () => {
    const { same, different } = await pixelsIn(driven)
    expect(Object.entries(different).filter(([, by]) => typeof by === 'string' || by > 1)).toEqual([])
    expect(same).toBeGreaterThan(50)
  })

  test('decodes DICOM of every coding, and volumes, as Node and Chromium do, under the policy of the page', async () => {
    const origin = inject('origin')
    const inChromium = {
      run: ((work, ...given) =>
        chromium.page.evaluate(`(${work})(...${JSON.stringify(given)})`)) as Driven['run'],
      goto: async (url: string) => void (await chromium.page.goto(url)),
    }
    for (const page of [{ run: driven.run.bind(driven), goto: driven.goto.bind(driven) }, inChromium]) {
      const { same, different, stopped } = await deepPixelsIn(page, origin)
      expect({ different, stopped }).toEqual({ different: {}, stopped: [] })
      expect(same).toBeGreaterThan(25)
    }
  })

  test('answers as Chromium does: results.json is the same to the byte', async () => {
    await driven.goto(`${inject('origin')}/headless.html`)
    const run = driven.run.bind(driven)
    const chromiumRun: typeof run = (work, ...given) =>
      chromium.page.evaluate(`(${work})(...${JSON.stringify(given)})`)
    for (const one of [run, chromiumRun]) await takeDemo(one)
    const ours = await evaluated(run, 40)
    const theirs = await evaluated(chromiumRun, 40)
    expect(ours['results.json']).toBe(theirs['results.json'])
  })
})
