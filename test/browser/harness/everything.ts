/** All that a browser has of a run once it has ended: what the page shows, stores, writes and downloads. */
import { readFileSync } from 'node:fs'
import { TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { canaries } from '../../unit/support/dicom-bytes.ts'
import { exportAll, openTab } from './drive.ts'
import { saved } from './reports.ts'

/** All that the page keeps, shows, writes or downloads once a run has ended. */
export async function everything(page: Page, run: string): Promise<Readonly<Record<string, string>>> {
  const backup = await textsIn(await savedBackup(page), 'backup')
  await page.goBack()
  const shown: string[] = []
  for (const tab of ['Findings', 'Cube', 'Samples', 'Export']) {
    await openTab(page, tab)
    shown.push(await page.locator('main').innerText())
  }
  const report = String(await saved('report.html', page.locator('main')))
  const exported = await exportAll(page)
  const files = await textsIn(await saved('Save all files as one zip', page.locator('main')), 'all files')
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  shown.push(await page.locator('main').innerText())
  const here = { title: await page.title(), address: page.url(), shown: shown.join('\n') }
  return { ...here, report, ...exported, ...files, ...backup, ...(await keptOnDisk(page)), run }
}

async function savedBackup(page: Page): Promise<Buffer> {
  await page.evaluate(() => {
    location.hash = '#/storage'
  })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a backup' }).click(),
  ])
  return readFileSync(await download.path())
}

/** The members of an archive, and of the archives in it, as text under their names. */
async function textsIn(zip: Uint8Array, name: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const entry of await new ZipReader(new Uint8ArrayReader(zip)).getEntries()) {
    if (entry.directory) continue
    const path = `${name}/${entry.filename}`
    if (/\.(?:zip|eval|xlsx)$/.test(path))
      Object.assign(texts, await textsIn(await entry.getData(new Uint8ArrayWriter()), path))
    else texts[path] = `${entry.filename} ${await entry.getData(new TextWriter())}`
  }
  return texts
}

/** Every value of every database, and every file's name and first bytes. */
const keptOnDisk = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const kept: Record<string, string> = {
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    }
    const named = (_: string, value: unknown): unknown =>
      value instanceof File || value instanceof FileSystemHandle
        ? value.name
        : ArrayBuffer.isView(value)
          ? new TextDecoder('latin1').decode(value as Uint8Array<ArrayBuffer>)
          : value
    for (const { name } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name ?? ''))
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store)
        kept[`${name}/${store}`] = JSON.stringify(
          [await done(all.getAllKeys()), await done(all.getAll())],
          named,
        )
      }
      db.close()
    }
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        const text = handle instanceof FileSystemFileHandle ? await (await handle.getFile()).text() : ''
        kept[`${path}/${name}`] = `${name} ${text}`
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle, `${path}/${name}`)
      }
    }
    await walk(await navigator.storage.getDirectory(), 'opfs')
    return kept
  })

export function expectNoCanary(all: Readonly<Record<string, string>>, errors: readonly string[]): void {
  expect(all['voxelwise/records']).toContain('image_path')
  for (const [where, text] of Object.entries({ ...all, errors: errors.join('\n') }))
    expect.soft(canaries.exec(text)?.[0], where).toBeUndefined()
}
