/** Files are measured before they are read: these would take gigabytes, or hold more than any honest one. */

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_FILE } from '@voxelwise/pixels'
import { parseJson } from '@voxelwise/python'
import { afterAll, expect, test } from 'vitest'
import { readJson } from '../../../../src/cli/base/files.ts'
import { FilesSource } from '../../../../src/data/sources/files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { readConfigs } from '../../../../src/engine/runtime/model-folder.ts'
import { folderPort } from '../../../../src/workers/data/folder-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'voxelwise-limits-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file of three gigabytes that takes no room on the disk. */
function sparse(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  truncateSync(path, 3e9)
  return path
}

const tooLarge = (subject: string, code = 'file-too-large') => ({ info: { code, subject } })

test('a test.json of gigabytes is not read', async () => {
  sparse('test.json')
  await expect(nodeSource(folder).open('test.json')).rejects.toMatchObject(tooLarge('test.json'))
})

test('nor is a file of answers', async () => {
  const path = sparse('responses.json')
  await expect(readJson(path)).rejects.toMatchObject(tooLarge(path))
})

test('nor is an image in any place', async () => {
  const file = new File([''], 'a.png')
  Object.defineProperty(file, 'size', { value: MAX_FILE + 1 })
  Object.defineProperty(file, 'arrayBuffer', { value: () => Promise.reject(new Error('it was read')) })
  const source = new FilesSource('set', [{ path: 'a.png', file }])
  const folder = { name: 'model', files: [], open: () => Promise.reject(new Error('there is none')) }
  const reading = folderPort({ source, samples: [] }, { kind: 'folder', folder, source: 'files' }).readImage(
    'set/a.png',
  )
  await expect(reading).rejects.toMatchObject(tooLarge('set/a.png', 'image-too-large'))
})

test('nor is a configuration of megabytes', async () => {
  const files = [{ path: 'config.json', size: 8_000_001 }]
  const open = async () => new Blob([new Uint8Array(8_000_001)])
  await expect(readConfigs({ name: 'model', files, open })).rejects.toMatchObject(
    tooLarge('model/config.json'),
  )
})

test('escapes stay unchanged', () => {
  expect(parseJson('"\\u0041\\n\\ud83d\\/x\\"\\\\"')).toBe('A\n\ud83d/x"\\')
  expect(() => parseJson('["ab\\x"]')).toThrow('There is no such escape at line 1, column 5.')
})
