/** For native ONNX Runtime a checkpoint's products in 4 and 8 bits round what they multiply, whether Node or the page asks it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openModelFolder } from '../../../src/data/sources/model-files.ts'
import { nodeModelFolder } from '../../../src/data/sources/node.ts'
import { copiedPaths } from '../../../src/data/store/model-copies.ts'
import type { Device, GraphDtype } from '../../../src/engine/protocol/device.ts'
import type { GraphFile } from '../../../src/engine/runtime/backend.ts'
import type { ModelFolder } from '../../../src/engine/runtime/model-folder.ts'
import { openGraph } from '../../../src/engine/runtime/sessions.ts'
import { memorySource } from '../../unit/support/memory-source.ts'

const path = 'test/golden/checkpoints/hulu-med'
const files = Object.fromEntries(
  readdirSync(path).map(name => [name, new Uint8Array(readFileSync(join(path, name)))]),
)
const inNode = await nodeModelFolder(path)
const inPage = await openModelFolder(memorySource('hulu-med', files))

const opened = (folder: ModelFolder, dtype: GraphDtype, device: Device): Promise<GraphFile> =>
  openGraph(folder, 'decoder_model_merged', dtype, device)

const rounds = async ({ blob }: GraphFile): Promise<boolean> =>
  Buffer.from(await blob.arrayBuffer()).includes('accuracy_level')

test.each([
  ['fp32', false],
  ['q8', true],
  ['q4', true],
] as const)('%s', async (dtype, isRounded) => {
  for (const folder of [inNode, inPage]) {
    expect(await rounds(await opened(folder, dtype, 'cpu'))).toBe(isRounded)
    for (const device of ['wasm', 'webgpu'] as const)
      expect(await rounds(await opened(folder, dtype, device))).toBe(false)
  }
})

test('both graphs read the same data', async () => {
  const [native, plain] = [await opened(inPage, 'q4', 'cpu'), await opened(inPage, 'q4', 'wasm')]
  expect(native.external).toEqual(plain.external)
  expect(native.path).toBe(plain.path)
})

test('a private copy has both graphs; one that was made without asks the other', async () => {
  const paths = copiedPaths({ folder: inPage, sessions: ['decoder_model_merged'], dtype: 'q4' })
  const folderWith = (kept: readonly string[]): ModelFolder => ({
    ...inPage,
    files: inPage.files.filter(({ path }) => kept.includes(path)),
    written: new Set(kept),
  })
  expect(await rounds(await opened(folderWith(paths), 'q4', 'cpu'))).toBe(true)
  const older = paths.filter(path => !path.includes('native'))
  expect(await rounds(await opened(folderWith(older), 'q4', 'cpu'))).toBe(false)
})
