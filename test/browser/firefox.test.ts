/**
 * The short form of `npm run lab -- browsers`: Firefox, where this machine has it, decodes as Chromium does and answers the
 * beginning of the demo with the same letters.
 * @module-tag wide
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import { deepPixelsIn } from '../browsers/harness/deep-pixels.ts'
import type { Driven } from '../browsers/harness/driven.ts'
import {
  type Exported,
  evaluated,
  filesBelow,
  type RunInPage,
  takeDemo,
  takeFolder,
} from '../browsers/harness/evaluation.ts'
import { firefox } from '../browsers/harness/firefox.ts'
import { pixelsIn } from '../browsers/harness/pixels.ts'
import { mixedFolders, publishedMixture } from '../unit/support/mixed-folders.ts'
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

  const runInChromium: Driven['run'] = (work, ...given) =>
    chromium.page.evaluate(`(${work})(...${JSON.stringify(given)})`)

  /** The demo's questions to a model in these folders, first in Firefox and then in Chromium. */
  async function inBoth(
    name: string,
    folders: readonly string[],
    settings: Partial<RunSettings>,
  ): Promise<readonly [firefox: Exported, chromium: Exported]> {
    const placed = folders.map(folder => ({ folder, paths: filesBelow(folder) }))
    const files = placed.flatMap(({ folder, paths }) => paths.map(path => join(folder, path)))
    const paths = placed.flatMap(({ paths }) => paths)
    const answered = async (run: RunInPage, put: () => Promise<void>): Promise<Exported> => {
      await takeDemo(run)
      await put()
      await takeFolder(run, 'model', name, paths)
      return evaluated(run, settings)
    }
    const address = `${inject('origin')}/headless.html`
    await Promise.all([driven.goto(address), chromium.page.goto(address)])
    return [
      await answered(driven.run.bind(driven), () => driven.put('#files', files)),
      await answered(runInChromium, () => chromium.page.setInputFiles('#files', files)),
    ]
  }

  test('decodes images to the bytes that Pillow gives, or one off', async () => {
    const { same, different } = await pixelsIn(driven)
    expect(Object.entries(different).filter(([, by]) => typeof by === 'string' || by > 1)).toEqual([])
    expect(same).toBeGreaterThan(50)
  })

  test('decodes DICOM of every coding, and volumes, as Node and Chromium do, under the policy of the page', async () => {
    const origin = inject('origin')
    const inChromium = {
      run: runInChromium,
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
    const [ours, theirs] = await inBoth('llava-bf16 + adapter', [checkpoint, adapter], { limit: 3 })
    const { run } = await readRunText(ours['run.json'] ?? '')
    expect(run.model).toMatchObject({
      name: 'llava-bf16 + adapter',
      adapter: { base: 'hospital/base', rank: 2 },
    })
    expect(ours['results.json']).toBe(theirs['results.json'])
  })

  test('loads a model whose graphs differ in precision, and answers as Chromium does', async () => {
    const folder = join(mixedFolders(), 'smolvlm')
    const [ours, theirs] = await inBoth('smolvlm', [folder], { limit: 3, dtype: publishedMixture })
    const { run } = await readRunText(ours['run.json'] ?? '')
    expect(run.settings.dtype).toBe(publishedMixture)
    expect(ours['results.json']).toBe(theirs['results.json'])
  })

  test('answers as Chromium does: results.json is the same to the byte', async () => {
    await driven.goto(`${inject('origin')}/headless.html`)
    const run = driven.run.bind(driven)
    for (const one of [run, runInChromium]) await takeDemo(one)
    const ours = await evaluated(run, { limit: 40 })
    const theirs = await evaluated(runInChromium, { limit: 40 })
    expect(ours['results.json']).toBe(theirs['results.json'])
  })
})
