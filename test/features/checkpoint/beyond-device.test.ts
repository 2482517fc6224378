/** Checkpoints that are too large for a device: refused by name, from the headers of their files alone. */
import { expect, test } from 'vitest'
import { openModelFolder, summariseModel } from '../../../src/data/sources/model-files.ts'
import type { FolderSource } from '../../../src/data/sources/source.ts'
import type { ModelOverview } from '../../../src/engine/model/model-overview.ts'
import { refusal } from '../../../src/engine/model/refusal.ts'
import { largeCheckpoint } from '../../unit/support/large-checkpoint.ts'

/** A folder whose weights are nowhere: only the header of their file can be read. */
function largeFolder(layers: number): FolderSource {
  const { files, header, size } = largeCheckpoint(layers)
  const weights = 'model.safetensors'
  const findSize = (path: string): number => (path === weights ? size : (files.get(path)?.length ?? 0))
  return {
    kind: 'directory',
    name: 'large',
    list: async () => [...files.keys(), weights].map(path => ({ path, size: findSize(path) })),
    open: async path => new Blob([files.get(path) ?? new Uint8Array()]),
    size: async path => findSize(path),
    async read(path, start, end) {
      const file = path === weights ? header : files.get(path)
      if (!file || end > file.length) throw new Error(`Weights are read: ${path}, ${start} to ${end}`)
      return file.slice(start, end)
    },
  }
}

/** Why each precision cannot run on WASM; null where it can. */
const refused = ({ dtypes }: ModelOverview) =>
  Object.fromEntries(dtypes.map(({ dtype, problems }) => [dtype, problems.wasm[0]?.message ?? null]))

test.each([
  [
    'three billion parameters',
    28,
    { fp32: /Its weights are 12\.\d GB/, fp16: /6\.\d GB/, q8: null, q4: null },
  ],
  ['eight billion parameters', 77, { fp32: /31\.\d GB/, fp16: /15\.\d GB/, q8: /9\.\d GB/, q4: /5\.\d GB/ }],
])('%s on WASM', async (_, layers, expected) => {
  const overview = await summariseModel(
    await openModelFolder(largeFolder(layers)),
    'directory',
    {
      webgpu: null,
      streams: true,
    },
    1,
  )
  // The page and `evaluate` ask the same before a run.
  expect(refusal(overview, { device: 'wasm', dtype: 'fp32', chatTemplate: 'own' }, 1)?.code).toBe(
    'out-of-memory',
  )
  const found = refused(overview)
  for (const [dtype, message] of Object.entries(expected))
    if (message === null) expect([dtype, found[dtype]]).toEqual([dtype, null])
    else expect(found[dtype]).toMatch(message)
})
