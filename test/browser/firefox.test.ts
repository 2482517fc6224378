/**
 * The short form of `npm run lab -- browsers`: Firefox, where this machine has it, decodes as Chromium does and answers the
 * beginning of the demo with the same letters.
 * @module-tag wide
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { deepPixelsIn } from '../browsers/harness/deep-pixels.ts'
import type { Driven } from '../browsers/harness/driven.ts'
import { evaluated, filesBelow, takeDemo, takeFolder } from '../browsers/harness/evaluation.ts'
import { firefox } from '../browsers/harness/firefox.ts'
import { pixelsIn } from '../browsers/harness/pixels.ts'
import { readRunText } from '../unit/support/read-run.ts'
import { writeAdapter } from '../unit/support/safetensors.ts'
import { sharedFolder } from './harness/folders.ts'
import { freshFolder, launchPage, type Opened } from './harness/page.ts'

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

  test('writes the graphs of a checkpoint with an adapter, and answers as Chromium does', async () => {
    const checkpoint = join(sharedFolder('checkpoints'), 'llava-bf16')
    const adapter = freshFolder('adapter')
    writeAdapter(adapter)
    const placed = [checkpoint, adapter].map(folder => ({ folder, paths: filesBelow(folder) }))
    const files = placed.flatMap(({ folder, paths }) => paths.map(path => join(folder, path)))
    const paths = placed.flatMap(({ paths }) => paths)
    const answers = async (run: Driven['run'], put: (files: readonly string[]) => Promise<void>) => {
      await takeDemo(run)
      await put(files)
      await takeFolder(run, 'model', 'llava-bf16 + adapter', paths)
      return evaluated(run, 3)
    }
    await driven.goto(`${inject('origin')}/headless.html`)
    await chromium.page.goto(`${inject('origin')}/headless.html`)
    const ours = await answers(driven.run.bind(driven), files => driven.put('#files', files))
    const theirs = await answers(
      (work, ...given) => chromium.page.evaluate(`(${work})(...${JSON.stringify(given)})`),
      files => chromium.page.setInputFiles('#files', [...files]),
    )
    const { run } = await readRunText(ours['run.json'] ?? '')
    expect(run.model).toMatchObject({
      name: 'llava-bf16 + adapter',
      adapter: { base: 'hospital/base', rank: 2 },
    })
    expect(ours['results.json']).toBe(theirs['results.json'])
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
