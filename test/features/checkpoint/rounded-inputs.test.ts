/** In Node a checkpoint's products in 4 and 8 bits round what they multiply; in the page they do not, on whichever device. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openModelFolder } from '../../../src/data/sources/model-files.ts'
import { nodeModelFolder } from '../../../src/data/sources/node.ts'
import { sessionFile } from '../../../src/engine/model/layout.ts'
import { memorySource } from '../../unit/support/memory-source.ts'

const path = 'test/golden/checkpoints/hulu-med'
const files = Object.fromEntries(
  readdirSync(path).map(name => [name, new Uint8Array(readFileSync(join(path, name)))]),
)
const inNode = await nodeModelFolder(path)
const inPage = await openModelFolder(memorySource('hulu-med', files))

const rounds = async (folder: typeof inNode, dtype: 'fp32' | 'q4' | 'q8'): Promise<boolean> => {
  const graph = await folder.open(sessionFile('decoder_model_merged', dtype))
  return Buffer.from(await graph.arrayBuffer()).includes('accuracy_level')
}

test.each([
  ['fp32', false],
  ['q8', true],
  ['q4', true],
] as const)('%s', async (dtype, isRounded) => {
  expect(await rounds(inNode, dtype)).toBe(isRounded)
  expect(await rounds(inPage, dtype)).toBe(false)
})
