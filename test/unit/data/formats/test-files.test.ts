import { jsonAllowance } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { TestFiles } from '../../../../src/data/formats/test-files.ts'
import type { FolderSource } from '../../../../src/data/sources/source.ts'
import { medrcubeItem } from '../../support/medrcube-item.ts'
import { memorySource } from '../../support/memory-source.ts'
import { Random } from '../../support/random.ts'

const item = (id: string, more: object = {}) => ({ ...medrcubeItem, id, ...more })

/** Tells of each file as it is met, in any order, with time to read in between, and keeps what was opened before the end. */
function telling(source: FolderSource, random: Random): FolderSource & { readonly early: string[] } {
  let isListed = false
  const early: string[] = []
  return {
    ...source,
    early,
    async list(onProgress, onFound) {
      const files = [...(await source.list(onProgress))]
      for (let i = files.length - 1; i > 0; i--) {
        const other = random.below(i + 1)
        const [a, b] = [files[i], files[other]]
        if (a && b) [files[i], files[other]] = [b, a]
      }
      for (const file of files) {
        onFound?.(file)
        await new Promise(resolve => setTimeout(resolve, random.below(3)))
      }
      isListed = true
      return files
    },
    open(path) {
      if (!isListed) early.push(path)
      return source.open(path)
    },
  }
}

const contents = {
  'a/test.json': [item('1', { image_path: 'x.png' }), item('2', { image_path: 'none.png' }), item('1')],
  'a/x.png': 'image',
  'b/test.json': '[{"id": 1,}]',
  'c/deep/test.json': [item('3', { image_path: '../../a/x.png' }), item('4', { option_B: 'yes', task: ' ' })],
  'd/test.json': [{ id: '5' }, item('6', { image_path: '/etc/x.png' })],
  'test.json': [item('7', { image_path: 'a/x.png' })],
}

test('files read during the listing give the same result as afterwards, including the fingerprint', async () => {
  const plain = memorySource('data', contents)
  const expected = await loadDataset(plain, {})
  expect(expected.samples).toHaveLength(5)
  expect(expected.badFiles).toHaveLength(1)
  for (let seed = 1; seed <= 10; seed++) {
    const source = telling(plain, new Random(seed))
    expect(await loadDataset(source, {})).toEqual(expected)
    expect(source.early.length).toBeGreaterThan(0)
  }
})

test('strict mode stops at the same place', async () => {
  const error = await loadDataset(memorySource('data', contents), { strict: true }).catch(error => error.info)
  const source = telling(memorySource('data', contents), new Random(3))
  await expect(loadDataset(source, { strict: true })).rejects.toMatchObject({ info: error })
})

test('a failed listing is reported, and ends reading', async () => {
  const plain = memorySource('data', contents)
  const opened: string[] = []
  const source: FolderSource = {
    ...plain,
    async list(_, onFound) {
      for (const file of await plain.list()) onFound?.(file)
      throw new Error('The disk is gone.')
    },
    open: path => {
      opened.push(path)
      return plain.open(path)
    },
  }
  await expect(loadDataset(source, {})).rejects.toThrow('The disk is gone.')
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(opened.length).toBeLessThan(2)
})

test('a file read ahead counts towards the limit in its turn', async () => {
  const source = memorySource('data', { 'test.json': [item('1')] })
  const digests: string[] = []
  const left = async (isEarly: boolean) => {
    const files = new TestFiles(source, undefined)
    if (isEarly) files.readEarly('test.json')
    const allowance = jsonAllowance()
    await files.read('test.json', allowance, digest => digests.push(digest))
    return allowance
  }
  expect(await left(true)).toEqual(await left(false))
  expect(new Set(digests).size).toBe(1)
  const files = new TestFiles(source, undefined)
  files.readEarly('test.json')
  await expect(files.read('test.json', jsonAllowance(5), () => {})).rejects.toMatchObject({
    info: { code: 'file-too-large', subject: 'data/test.json' },
  })
})

test('small items count for more than their text, in one file and in all of a folder', async () => {
  const left = async (items: readonly unknown[]): Promise<number> => {
    const allowance = jsonAllowance()
    const files = new TestFiles(memorySource('data', { 'test.json': items }), undefined)
    await files.read('test.json', allowance, () => {})
    return allowance.values - allowance.valuesLeft
  }
  // The array is a value, too.
  expect(await left([])).toBe(1)
  expect(await left([1, [], {}])).toBe(1 + 3 * 8)
  expect(await left([{ a: 1 }, { a: 1, b: 2, c: 3 }])).toBe(1 + 2 * 8)
  expect(await left([{ a: 1, b: 2, c: 3, d: 4 }])).toBe(1 + 9)
  await expect(left(Array(500_001).fill({ a: 1 }))).rejects.toMatchObject({
    info: { code: 'file-too-large', message: 'More than 500000 of its items have fewer than 4 fields.' },
  })
})
