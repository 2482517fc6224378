/** Every way a folder comes in: the input, the picker, a drop; data sets and models. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { nodeSource } from '../../src/data/sources/node.ts'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import {
  card,
  done,
  exportAll,
  exportRun,
  openStep,
  pickFolder,
  reach,
  readyToRun,
  runToEnd,
  startRun,
  waitForDone,
} from './harness/drive.ts'
import { moveWeightsOut } from './harness/external-data.ts'
import { copyModel, demoDataset, demoModel, sharedFolder } from './harness/folders.ts'
import { launchPage, type Opened, openPage, removeFolder, temporaryFolder } from './harness/page.ts'

let parent: string
beforeAll(() => {
  parent = temporaryFolder('folders')
})
afterAll(() => removeFolder(parent))

const answers = (records: readonly RunRecord[]) =>
  records.map(record => (record.status === 'answered' ? record.response : record.error))

test('a folder of real slices is run from its files to its results', { tags: ['wide'] }, async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  await pickFolder(page, 'dataset', sharedFolder('real-slices'))
  await card(page, 'dataset').getByText('108 questions').waitFor()
  await runToEnd(page, { maxNewTokens: 2, dtype: 'q8' }, 180_000)
  const files = await exportAll(page)
  const results = JSON.parse(files['results.json'])
  expect(results.length).toBe(108)
  for (const { image_path } of results) expect(image_path).toMatch(/^real-slices\/\w+\/pictures\//)
  expect(new Set(results.map(({ image_path }: { image_path: string }) => image_path)).size).toBe(24)
  expect(JSON.parse(files['metrics_summary.json']).global.n).toBe(108)
  expect(errors).toEqual([])
})

describe('a model folder', () => {
  const few = { limit: 4, maxNewTokens: 3, dtype: 'q8' } as const
  let opened: Opened
  let page: Page
  let bundled: readonly unknown[]
  let bundledPrint: string
  beforeAll(async () => {
    opened = await launchPage()
    page = opened.page
    await runToEnd(page, few)
    const { run, records } = await exportRun(page)
    bundled = answers(records)
    bundledPrint = run.model.fingerprint
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
  })

  test('from this machine answers as the same files do from our server', async () => {
    await pickFolder(page, 'model', copyModel(parent, 'my-model', 'q8'))
    await card(page, 'model').getByText('my-model').waitFor()
    await runToEnd(page, few)
    const { run, records } = await exportRun(page)
    expect(run.model).toMatchObject({ name: 'my-model', source: 'files', fingerprint: bundledPrint })
    expect(answers(records)).toEqual(bundled)
  })

  test('may keep its weights in external data files, in several shards', { tags: ['wide'] }, async () => {
    const folder = copyModel(parent, 'external', 'q8')
    expect(moveWeightsOut(join(folder, 'onnx/embed_tokens_quantized.onnx'), 1)).toBeGreaterThan(0)
    expect(moveWeightsOut(join(folder, 'onnx/decoder_model_merged_quantized.onnx'), 3)).toBeGreaterThan(3)
    await pickFolder(page, 'model', folder)
    await card(page, 'model').getByText('external').waitFor()
    await runToEnd(page, few)
    expect(answers((await exportRun(page)).records)).toEqual(bundled)
  })

  test('that lacks one of its shards names it', async () => {
    const told = await refused('one-shard-less', folder => {
      moveWeightsOut(join(folder, 'onnx/decoder_model_merged_quantized.onnx'), 2)
      rmSync(join(folder, 'onnx/decoder_model_merged_quantized.onnx_data_1'))
    })
    expect(told).toContain('one-shard-less/onnx/decoder_model_merged_quantized.onnx_data_1')
    expect(told).toContain('model-file-missing')
  })

  test('with an incomplete download is refused by the name of the file', async () => {
    const told = await refused('cut', folder => {
      const file = join(folder, 'onnx/vision_encoder_quantized.onnx')
      writeFileSync(file, readFileSync(file).subarray(0, 100_000))
    })
    expect(told).toContain('cut/onnx/vision_encoder_quantized.onnx')
    expect(told).toContain('model-load')
  })

  /** Picks a folder that cannot be run and reads its card. */
  async function refused(name: string, change: (folder: string) => void): Promise<string | null> {
    const folder = copyModel(parent, name, 'q8')
    change(folder)
    await pickFolder(page, 'model', folder)
    await card(page, 'model').locator('.folder-name').filter({ hasText: name }).waitFor()
    const told = card(page, 'model').locator('.error-box').first()
    await told.waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Run / }).isDisabled()).toBe(true)
    return told.textContent()
  }

  test('without config.json reports it', async () => {
    expect(await refused('no-config', folder => rmSync(join(folder, 'config.json')))).toContain(
      'This folder has no config.json.',
    )
  })

  test('without a session names it, with the precisions that are there', async () => {
    const told = await refused('no-decoder', folder => {
      rmSync(join(folder, 'onnx/decoder_model_merged_quantized.onnx'))
    })
    expect(told).toContain('onnx/decoder_model_merged')
    expect(told).toContain('model-file-missing')
  })

  test('of another family is refused by its name', async () => {
    const told = await refused('other-family', folder => {
      const file = join(folder, 'config.json')
      const config = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, JSON.stringify({ ...config, model_type: 'other-family-vl' }))
    })
    expect(told).toContain('other-family-vl')
    expect(told).toContain('model-unsupported')
  })
})

test('a picked folder replaces the one before immediately, however long the database takes', async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  // A transaction that is kept open: what the page looks up of its kept mappings waits for it.
  await page.evaluate(async () => {
    const opening = indexedDB.open('voxelwise')
    await new Promise(resolve => {
      opening.onsuccess = resolve
    })
    const store = opening.result.transaction('mappings', 'readwrite').objectStore('mappings')
    let isHeld = true
    const hold = (): void => {
      if (isHeld) store.count().onsuccess = hold
      else opening.result.close()
    }
    hold()
    Object.assign(globalThis, {
      letGo: () => {
        isHeld = false
      },
    })
  })
  await pickFolder(page, 'dataset', join(demoDataset, 'PhantomHeartUS'))
  await card(page, 'dataset').locator('.folder-name').filter({ hasText: 'PhantomHeartUS' }).waitFor()
  await expect.poll(() => card(page, 'dataset').textContent()).toContain('Reading…')
  await expect.poll(() => page.getByRole('button', { name: /^Run / }).isDisabled()).toBe(true)
  await page.evaluate(() => Reflect.get(globalThis, 'letGo')())
  await card(page, 'dataset').getByText('120 questions').waitFor()
  await readyToRun(page)
  expect(errors).toEqual([])
})

describe('the directory picker', () => {
  /**
   * Headless Chromium has no picker window to click in: it is made to return a real directory of the browser's
   * own file system, under the name it was given here.
   */
  async function stubPicker(page: Page): Promise<void> {
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const folder = await root.getDirectoryHandle('picked-cube', { create: true })
      const set = await folder.getDirectoryHandle('PhantomHeartUS', { create: true })
      const pictures = await set.getDirectoryHandle('pictures', { create: true })
      const copy = async (into: FileSystemDirectoryHandle, url: string): Promise<void> => {
        const blob = await (await fetch(url)).blob()
        const file = await into.getFileHandle(url.slice(url.lastIndexOf('/') + 1), { create: true })
        const stream = await file.createWritable()
        await stream.write(blob)
        await stream.close()
      }
      const base = '/datasets/phantom-cube/PhantomHeartUS'
      await copy(set, `${base}/test.json`)
      for (let i = 1; i <= 20; i++)
        await copy(pictures, `${base}/pictures/case_${String(i).padStart(2, '0')}.png`)
      window.showDirectoryPicker = async () => folder
    })
  }

  /** As after a browser restart: the handle is there, and the user must allow it again. */
  const forgetful = (): void => {
    let granted = false
    FileSystemHandle.prototype.queryPermission = async () => (granted ? 'granted' : 'prompt')
    FileSystemHandle.prototype.requestPermission = async () => {
      if (!navigator.userActivation.isActive) throw new DOMException('No click.', 'SecurityError')
      granted = true
      return 'granted'
    }
  }

  test('gives a remembered folder, which is requested again on return', { tags: ['wide'] }, async () => {
    const { page, context, errors } = await openPage()
    await readyToRun(page)
    await stubPicker(page)
    await openStep(page, 'dataset')
    await card(page, 'dataset').getByRole('button', { name: 'Pick a folder' }).click()
    await card(page, 'dataset').getByText('picked-cube').waitFor()
    const count = JSON.parse(readFileSync(join(demoDataset, 'PhantomHeartUS/test.json'), 'utf8')).length
    await card(page, 'dataset').getByText(`${count} questions`).waitFor()
    await runToEnd(page, { limit: 3, maxNewTokens: 2 })
    const { run, records } = await exportRun(page)
    expect(run.dataset).toMatchObject({ name: 'picked-cube', source: 'directory' })
    for (const record of records) {
      expect(record).toMatchObject({ status: 'answered' })
      expect(record.sample.fields.image_path).toMatch(/^picked-cube\/PhantomHeartUS\/pictures\//)
    }

    await page.goto(`${new URL(page.url()).origin}/`)
    await page.reload()
    await card(page, 'dataset').getByText(`${count} questions`).waitFor()

    await context.addInitScript(forgetful)
    await page.reload()
    await card(page, 'dataset').getByRole('button', { name: 'Allow access again' }).click()
    await card(page, 'dataset').getByText(`${count} questions`).waitFor()
    await readyToRun(page)
    expect(errors).toEqual([])
  })

  test('may be closed without a choice', async () => {
    const { page } = await openPage()
    await readyToRun(page)
    await page.evaluate(() => {
      window.showDirectoryPicker = async () => {
        throw new DOMException('The user aborted a request.', 'AbortError')
      }
    })
    await openStep(page, 'dataset')
    await card(page, 'dataset').getByRole('button', { name: 'Pick a folder' }).click()
    await readyToRun(page)
    await expect.poll(() => card(page, 'dataset').textContent()).toContain('1,560 questions')
  })
})

/** What the browser does when something is dropped from a file manager on the data set's card. */
async function dropper(page: Page): Promise<(path: string) => Promise<void>> {
  const box = await card(page, 'dataset').boundingBox()
  if (!box) throw new Error('The card is not on the page.')
  const devtools = await page.context().newCDPSession(page)
  return async path => {
    const at = { x: box.x + box.width / 2, y: box.y + 40 }
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, ...at, data })
  }
}

test('a dropped folder is taken, and a dropped picture is explained', async () => {
  const { page } = await openPage()
  await readyToRun(page)
  const folder = join(parent, 'dropped-cube')
  cpSync(join(demoDataset, 'PhantomLungUS'), join(folder, 'PhantomLungUS'), { recursive: true })
  const drop = await dropper(page)
  const [picture = ''] = readdirSync(join(folder, 'PhantomLungUS/pictures'))
  const hint = card(page, 'dataset').getByText('Drop the whole data set folder')
  // Chromium loses what is dropped on a page that has only just been loaded.
  await expect
    .poll(async () => {
      await drop(join(folder, 'PhantomLungUS/pictures', picture))
      return hint.count()
    })
    .toBe(1)
  await drop(folder)
  await card(page, 'dataset').getByText('dropped-cube').waitFor()
  await runToEnd(page, { limit: 2, maxNewTokens: 2 })
  const { run, records } = await exportRun(page)
  expect(run.dataset).toMatchObject({ name: 'dropped-cube', source: 'directory' })
  for (const record of records) expect(record).toMatchObject({ status: 'answered' })
})

test.each([
  ['dropped', true],
  ['picked', false],
] as const)(
  'a large folder that is %s is the data set that the command line reads',
  { tags: ['wide'] },
  async (how, isDropped) => {
    const { page, errors } = await openPage()
    // Without paths there is only the folder's handle, as the picker gives it.
    if (!isDropped) {
      await page.addInitScript(() => {
        DataTransferItem.prototype.webkitGetAsEntry = () => null
      })
      await page.reload()
    }
    await readyToRun(page)
    const folder = join(parent, `large-cube-${how}`)
    for (const organ of ['Heart', 'Lung'])
      cpSync(join(demoDataset, `Phantom${organ}US`), join(folder, `Phantom${organ}US`), { recursive: true })
    cpSync(join(folder, 'PhantomLungUS/test.json'), join(folder, 'without images/test.json'))
    mkdirSync(join(folder, 'broken'))
    writeFileSync(join(folder, 'broken/test.json'), '')
    // More than one thread lists.
    for (const part of ['a', 'b', 'c']) {
      const other = join(folder, 'not asked about', part)
      mkdirSync(other, { recursive: true })
      for (let i = 0; i < 9000; i++) writeFileSync(join(other, `${i}.png`), '')
    }
    const { samples, fingerprint } = await loadDataset(nodeSource(folder), {})
    const drop = await dropper(page)
    const listed = card(page, 'dataset').getByText(`${samples.length.toLocaleString('en')} questions`)
    await expect
      .poll(async () => {
        if ((await card(page, 'dataset').getByText(`large-cube-${how}`).count()) === 0) await drop(folder)
        return listed.count()
      })
      .toBe(1)
    await runToEnd(page, { limit: 2, maxNewTokens: 2 })
    const { run, records } = await exportRun(page)
    expect(run.dataset).toMatchObject({ source: 'directory', fingerprint })
    for (const record of records)
      expect(record).toMatchObject({ status: 'answered', sample: samples[record.sample.index] })
    expect(errors).toEqual([])
  },
)

test('folders picked file by file are forgotten with the page: Continue asks for one after the other, and the run goes on', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage()
  await pickFolder(page, 'dataset', demoDataset)
  await pickFolder(page, 'model', demoModel)
  await readyToRun(page)
  await startRun(page, { maxNewTokens: 2 })
  await waitForDone(page, 20)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await reach(page, 'Stopped')
  const before = await done(page)

  await page.reload()
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  const first = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Continue', exact: true }).first().click()
  const second = page.waitForEvent('filechooser')
  await (await first).setFiles(demoDataset)
  const button = page.getByRole('button', { name: 'Pick phantom-vlm', exact: true }).first()
  await button.waitFor()
  // The second picker opens by itself while the browser still counts the press as one; later the button opens it.
  const opensItself = await Promise.race([
    second.then(() => true),
    page.waitForTimeout(2000).then(() => false),
  ])
  if (!opensItself) await button.click()
  await (await second).setFiles(demoModel)
  await waitForDone(page, before + 1)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await reach(page, 'Stopped')
  expect(errors).toEqual([])
})
