/** Private copies of models: what is written is read back, and nothing else is used. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { modelFingerprint } from '../../../../src/data/sources/model-fingerprint.ts'
import {
  type CopyOrder,
  copiedPaths,
  keptCopies,
  openCopy,
  removeCopy,
  writeCopy,
} from '../../../../src/data/store/model-copies.ts'
import { copiedPiece } from '../../../../src/engine/model/copy-manifest.ts'
import type { ModelFolder } from '../../../../src/engine/runtime/model-folder.ts'
import { PrivateDisk } from '../../support/private-disk.ts'

const sessions = ['decoder_model_merged'] as const
const graph = 'onnx/decoder_model_merged_q4.onnx'
const none = () => {}

/** A checkpoint's folder, with data of two pieces. */
function checkpoint(): ModelFolder {
  const files = new Map<string, Blob>([
    ['config.json', new Blob(['{"model_type":"llava"}'])],
    ['chat_template.jinja', new Blob(['{{ messages }}'])],
    ['model.safetensors', new Blob(['weights as published'])],
    ['model.safetensors.index.json', new Blob(['{}'])],
    ['adapter_config.json', new Blob(['{}'])],
    ['onnx/decoder_model_merged.onnx', new Blob(['in 32 bits'])],
    [graph, new Blob(['a graph'])],
    [`${graph}_data`, new Blob([new Uint8Array(copiedPiece).fill(7), new Uint8Array(5).fill(9)])],
  ])
  const written = new Set([...files.keys()].filter(path => path.startsWith('onnx/')))
  return {
    name: 'lung-model',
    files: Array.from(files, ([path, { size }]) => ({ path, size })),
    written,
    adapter: { base: 'hospital/base', rank: 2, alpha: 4, changes: 1 },
    async open(path) {
      const file = files.get(path)
      if (!file) throw new Error(path)
      return file
    },
  }
}

const makeOrder = async (folder: ModelFolder): Promise<CopyOrder> => ({
  folder,
  sessions,
  dtype: 'q4',
  fingerprint: await modelFingerprint(folder, sessions, 'q4', null),
})

let disk: PrivateDisk
beforeEach(() => {
  disk = new PrivateDisk()
  vi.stubGlobal('navigator', { storage: disk.storage })
})
afterEach(() => vi.unstubAllGlobals())

const keep = async () => writeCopy(await makeOrder(checkpoint()), none, new AbortController().signal)

/** A file of the only copy, by its number or name. */
async function stored(name: string) {
  const [copy] = await keptCopies()
  const copies = await disk.root.getDirectoryHandle('model-copies')
  return (await copies.getDirectoryHandle(copy?.id ?? '')).getFileHandle(name)
}

const openData = async (id: string) => (await openCopy(id, 'lung-model')).open(`${graph}_data`)

test('holds the settings, graphs and data of one precision, and no weight as published', () => {
  expect(copiedPaths({ folder: checkpoint(), sessions, dtype: 'q4' })).toEqual([
    'config.json',
    'chat_template.jinja',
    graph,
    `${graph}_data`,
  ])
})

test('are listed without making a name in private files', async () => {
  expect(await keptCopies()).toEqual([])
  expect([...disk.root.entries.keys()]).toEqual([])
})

test('is read back byte by byte, with the identity of its checkpoint', async () => {
  const source = checkpoint()
  const seen: number[] = []
  const { id } = await writeCopy(
    await makeOrder(source),
    done => seen.push(done),
    new AbortController().signal,
  )
  const copy = await openCopy(id, 'lung-model')
  for (const { path, size } of copy.files) {
    const [ours, theirs] = [await copy.open(path), await source.open(path)]
    expect([path, ours.size]).toEqual([path, size])
    expect(
      Buffer.compare(Buffer.from(await ours.arrayBuffer()), Buffer.from(await theirs.arrayBuffer())),
    ).toBe(0)
  }
  expect(copy).toMatchObject({ name: 'lung-model', adapter: source.adapter })
  expect(await modelFingerprint(copy, sessions, 'q4', null)).toBe(
    await modelFingerprint(source, sessions, 'q4', null),
  )
  expect(Object.keys(copy.copied?.weights ?? {})).toEqual(['model.safetensors'])
  expect(seen.at(-1)).toBe(copy.files.reduce((sum, { size }) => sum + size, 0))
})

test('across a border of pieces gives the bytes that were asked for', async () => {
  const { id } = await keep()
  const part = (await openData(id)).slice(copiedPiece - 2, copiedPiece + 3)
  expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([7, 7, 9, 9, 9])
})

test('a crash in the middle leaves what is listed, deleted and never used', async () => {
  await keep()
  const [{ id } = { id: '' }] = await keptCopies()
  const folder = await (await disk.root.getDirectoryHandle('model-copies')).getDirectoryHandle(id)
  await folder.removeEntry('manifest')
  expect(await keptCopies()).toMatchObject([{ id, manifest: null }])
  await expect(openCopy(id, 'lung-model')).rejects.toThrow(/incomplete or damaged/)
  await removeCopy(id)
  expect(await keptCopies()).toEqual([])
  await expect(openCopy(id, 'lung-model')).rejects.toThrow(/was deleted/)
})

test.each([
  ['a data file of another length', '3', (bytes: Uint8Array) => bytes.slice(1)],
  [
    'a manifest with another fingerprint',
    'manifest',
    (bytes: Uint8Array) => changed(bytes, bytes.length - 300),
  ],
  ['a manifest that was cut', 'manifest', (bytes: Uint8Array) => bytes.slice(0, -1)],
  ['an empty manifest', 'manifest', () => new Uint8Array(0)],
])('with %s it is refused', async (_, name, change) => {
  const { id } = await keep()
  const file = await stored(name)
  file.bytes = change(file.bytes) as Uint8Array<ArrayBuffer>
  expect(await keptCopies()).toMatchObject([{ manifest: null }])
  await expect(openCopy(id, 'lung-model')).rejects.toThrow(/incomplete or damaged/)
})

test('a damaged piece is named when it is read, and the others are not in doubt', async () => {
  const { id } = await keep()
  const file = await stored('3')
  file.bytes = changed(file.bytes, copiedPiece + 1)
  const data = await openData(id)
  expect((await data.slice(0, 10).arrayBuffer()).byteLength).toBe(10)
  await expect(data.arrayBuffer()).rejects.toThrow(`between byte ${copiedPiece} and ${2 * copiedPiece}`)
})

test('that is cancelled, or for which there is no room, leaves nothing', async () => {
  const cancel = new AbortController()
  const order = await makeOrder(checkpoint())
  await expect(writeCopy(order, () => cancel.abort(), cancel.signal)).rejects.toThrow(/abort/i)
  const full = {
    ...order.folder,
    open: () => Promise.reject(new DOMException('Full.', 'QuotaExceededError')),
  }
  await expect(writeCopy({ ...order, folder: full }, none, new AbortController().signal)).rejects.toThrow(
    'Full.',
  )
  expect(await keptCopies()).toEqual([])
})

function changed(bytes: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
