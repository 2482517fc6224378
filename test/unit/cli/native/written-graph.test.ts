import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withWrittenGraph } from '../../../../src/cli/native/written-graph.ts'
import { MadeBlob } from '../../../../src/engine/base/made-blob.ts'
import type { GraphFile } from '../../../../src/engine/runtime/backend.ts'

const before = process.env.TMPDIR
let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'written-graph-'))
  process.env.TMPDIR = parent
})
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(parent, { recursive: true })
})

const data = Uint8Array.from({ length: 1000 }, (_, i) => i % 251)

/** @param make of the data file */
const graph = (make = async (start: number, end: number) => data.slice(start, end)): GraphFile => ({
  folder: { name: 'model', files: [], open: async () => new MadeBlob(data.length, make) },
  path: 'onnx/decoder.onnx',
  blob: new Blob(['graph']),
  outline: {} as never,
  external: [{ location: 'decoder.onnx_data', path: 'onnx/decoder.onnx_data', size: data.length, end: 0 }],
})

test('a graph lies beside its data while it is loaded, and nowhere afterwards', async () => {
  let read = 0
  const place = await withWrittenGraph(
    graph(),
    bytes => (read += bytes),
    async file => {
      expect(readFileSync(file, 'utf8')).toBe('graph')
      expect(Buffer.compare(readFileSync(join(dirname(file), 'decoder.onnx_data')), data)).toBe(0)
      return dirname(file)
    },
  )
  expect(read).toBe(1005)
  expect(existsSync(place)).toBe(false)
})

test('what cannot be made leaves nothing', async () => {
  const broken = graph(() => Promise.reject(new Error('The file was removed.')))
  await expect(
    withWrittenGraph(
      broken,
      () => {},
      async () => null,
    ),
  ).rejects.toThrow('The file was removed.')
  expect(readdirSync(parent)).toEqual([])
})

test('what a killed process left is removed by the next one, and nothing of a running one', async () => {
  const [dead, alive] = [
    join(parent, 'voxelwise-graphs-4194305-a'),
    join(parent, `voxelwise-graphs-${process.ppid}-b`),
  ]
  for (const folder of [dead, alive]) mkdirSync(folder)
  await withWrittenGraph(
    graph(),
    () => {},
    async () => null,
  )
  expect([dead, alive].map(folder => existsSync(folder))).toEqual([false, true])
})
