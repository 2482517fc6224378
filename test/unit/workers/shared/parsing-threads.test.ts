import { expect, test } from 'vitest'
import { packItems } from '../../../../src/data/formats/packed-items.ts'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { parseTestFile } from '../../../../src/data/formats/test-file.ts'
import { jsonAllowance } from '../../../../src/engine/base/json.ts'
import { Texts } from '../../../../src/engine/base/texts.ts'
import type { ParsingWorker } from '../../../../src/workers/parsing.worker.ts'
import type { Bridged } from '../../../../src/workers/shared/bridged.ts'
import { ParsingThreads } from '../../../../src/workers/shared/parsing-threads.ts'
import { medrcubeItem } from '../../support/medrcube-item.ts'
import { memorySource } from '../../support/memory-source.ts'

/** Threads that parse as the worker does, with whether each is open and the files that it parsed. */
function threads(breaks: (file: string) => boolean = () => false) {
  const begun: { isOpen: boolean; readonly files: string[] }[] = []
  const start = () => {
    const thread = { isOpen: true, files: [] as string[] }
    begun.push(thread)
    let crash = (_: Error): void => {}
    const crashed = new Promise<never>((_, reject) => {
      crash = reject
    })
    crashed.catch(() => {})
    const parse: ParsingWorker['parse'] = async (bytes, place, allowance) => {
      thread.files.push(place.file)
      if (breaks(place.file)) crash(new Error('The thread is gone.'))
      if (breaks(place.file)) return new Promise(() => {})
      const { items, ...read } = await parseTestFile(bytes, { ...place, images: new Texts() }, allowance)
      return structuredClone({ ...read, items: packItems(items) })
    }
    const close = () => {
      thread.isOpen = false
    }
    return { remote: { parse }, crashed, close } as unknown as Bridged<ParsingWorker>
  }
  return { begun, start }
}

const MiB = 2 ** 20
const padded = (id: string, bytes: number) => JSON.stringify([{ ...medrcubeItem, id }]).padEnd(bytes)
const large = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`d${10 + i}/test.json`, padded(`${i}`, i === 0 ? MiB : 16 * MiB)]),
)
const sources = {
  large: memorySource('data', large),
  broken: memorySource('data', {
    ...large,
    'd12/test.json': `${padded('x', 3 * MiB)}!`,
    'd13/test.json': ' '.repeat(3 * MiB),
  }),
}

test('a small data set is parsed without one', async () => {
  const { begun, start } = threads()
  const { parse } = new ParsingThreads(start)
  const source = memorySource('data', { 'test.json': [medrcubeItem] })
  expect((await loadDataset(source, { parse })).samples).toHaveLength(1)
  expect(begun).toEqual([])
})

test('a large one is parsed in one after the other, and is the same data set', async () => {
  const { begun, start } = threads()
  const parsing = new ParsingThreads(start)
  const loaded = await loadDataset(sources.large, { parse: parsing.parse })
  expect(loaded).toEqual(await loadDataset(sources.large))
  expect(begun.map(({ files }) => files.length)).toEqual([7, 4])
  expect(begun.map(({ isOpen }) => isOpen)).toEqual([false, true])
  parsing.end()
  expect(begun.some(({ isOpen }) => isOpen)).toBe(false)
})

test('what is wrong with a file is told as if there were no threads', async () => {
  const { start } = threads()
  const { parse } = new ParsingThreads(start)
  const loaded = await loadDataset(sources.broken, { parse })
  expect(loaded.badFiles.map(({ file }) => file)).toEqual(['data/d12/test.json', 'data/d13/test.json'])
  expect(loaded).toEqual(await loadDataset(sources.broken))
})

test('where a thread breaks, its file is parsed here, and what is left in another', async () => {
  const { begun, start } = threads(file => file === 'data/d12/test.json')
  const { parse } = new ParsingThreads(start)
  expect(await loadDataset(sources.large, { parse })).toEqual(await loadDataset(sources.large))
  expect(begun[0]?.isOpen).toBe(false)
  expect(begun.flatMap(({ files }) => files)).toHaveLength(11)
})

test('is charged as parsing here is', async () => {
  const bytes = () => new TextEncoder().encode(padded('1', 3 * MiB)).buffer
  const around = { root: 'data', file: 'data/test.json', images: new Texts() }
  const [here, there] = [jsonAllowance(), jsonAllowance()]
  await parseTestFile(bytes(), around, here)
  await new ParsingThreads(threads().start).parse(bytes(), around, there)
  expect(there).toEqual(here)
})
