import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BufferType } from '@voxelwise/checkpoint'
import { expect, onTestFinished, test } from 'vitest'
import type { Goldens } from '../../../src/cli/base/family-goldens.ts'
import { graphWriter } from '../../../src/engine/seams.ts'
import {
  compareFamilies,
  type FamilyAgreement,
  holdsCheckpoints,
} from '../../../src/features/fidelity/cli/agreement.ts'
import type { Deviation } from '../../../src/features/fidelity/cli/compare.ts'

const cases = [
  {
    name: 'plain',
    images: [],
    text: 'q',
    input_ids: [1],
    logits: [0],
    letters: { ids: [1], log_probabilities: [0] },
    greedy: { ids: [1], text: 'a' },
  },
]

const same: Deviation = {
  name: 'plain',
  pixels: 0,
  sameIds: true,
  features: 1e-6,
  logits: 1e-5,
  letters: 1e-6,
  sameLetter: true,
  sameText: true,
  reuse: null,
}

function safetensors(dtype: 'F32' | 'BF16' | 'F16'): Uint8Array {
  const size = dtype === 'F32' ? 4 : 2
  const header = new TextEncoder().encode(
    JSON.stringify({ w: { dtype, shape: [1], data_offsets: [0, size] } }),
  )
  const bytes = new Uint8Array(8 + header.length + size)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true)
  bytes.set(header, 8)
  return bytes
}

/** Families below a folder of their own, each with these files. */
async function writeFamilies(
  folders: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>>,
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'agreement-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [family, files] of Object.entries(folders)) {
    await mkdir(join(root, family))
    for (const [name, content] of Object.entries(files)) await writeFile(join(root, family, name), content)
  }
  return root
}

const checkpoint = (dtype: 'F32' | 'BF16' | 'F16') => ({
  'config.json': '{"model_type":"nothing"}',
  'cases.json': JSON.stringify({ cases }),
  'model.safetensors': safetensors(dtype),
})

/** What is said of each family where the page measures this. */
async function said(
  root: string,
  measured: (family: string, buffers: BufferType) => readonly Deviation[] | string,
): Promise<readonly FamilyAgreement[]> {
  const measure = async ({ family }: Goldens, { buffers = 'float' }: { readonly buffers?: BufferType }) => {
    const found = measured(family, buffers)
    if (typeof found === 'string') throw new Error(found)
    return found
  }
  return compareFamilies(root, { measure }, () => {})
}

/** Read from the weights of a checkpoint. */
const casts = [
  ['BF16', 'bfloat16', 'agrees with a reference whose buffers were cast to BF16 as well (model.bfloat16())'],
  ['F16', 'float16', 'agrees with a reference whose buffers were cast to F16 as well (model.half())'],
] as const

test.each([['F32', 'float', 'agrees'] as const, ...(graphWriter ? casts : [])])(
  'a checkpoint of %s that agrees with buffers in %s',
  async (stored, right, found) => {
    const root = await writeFamilies({ a: checkpoint(stored) })
    expect(holdsCheckpoints(root)).toBe(true)
    expect(await said(root, (_, buffers) => [{ ...same, logits: buffers === right ? 1e-5 : 0.02 }])).toEqual([
      { family: 'a', agrees: true, found },
    ])
  },
)

test('buffers are rounded to the type of the weights only: another type explains nothing', async () => {
  const root = await writeFamilies({ a: checkpoint('F32'), b: checkpoint('F16') })
  const all = await said(root, (_, buffers) => [{ ...same, logits: buffers === 'bfloat16' ? 1e-5 : 0.02 }])
  expect(all.map(({ agrees }) => agrees)).toEqual([false, false])
})

test.each([
  [{ sameIds: false }, 'does not agree: prompt plain: other token ids'],
  [{ pixels: 0.02 }, 'does not agree: prompt plain: other pixels by 2.0e-2'],
  [
    { features: Number.POSITIVE_INFINITY },
    'does not agree: prompt plain: other image features by another number of them',
  ],
  [{ logits: 1.1e-3 }, 'does not agree: prompt plain: other logits by 1.1e-3'],
  [{ logits: Number.NaN }, 'does not agree: prompt plain: other logits by another number of them'],
  [{ sameText: false }, 'does not agree: prompt plain: other greedy text'],
])('a difference in one step is named: %o', async (change, found) => {
  const root = await writeFamilies({ a: checkpoint('F32') })
  expect(await said(root, () => [{ ...same, ...change }])).toEqual([{ family: 'a', agrees: false, found }])
})

test('a family that cannot be read or run is named with the reason, and the others are compared', async () => {
  const root = await writeFamilies({
    'a good one': checkpoint('F32'),
    broken: { ...checkpoint('F32'), 'config.json': '{' },
    empty: {},
    none: { ...checkpoint('F32'), 'cases.json': '{"cases":[]}' },
    odd: { ...checkpoint('F32'), 'cases.json': '{"cases":[{"name":"x"}]}' },
    unanswered: checkpoint('F32'),
    unknown: checkpoint('F32'),
    zuletzt: checkpoint('F32'),
  })
  const all = await said(root, family => {
    if (family === 'unknown')
      return 'page.evaluate: VoxelwiseError: The model family "x" is not supported. (x) Choose.'
    return family === 'unanswered' ? [] : [same]
  })
  expect(all.map(({ family, agrees }) => [family, agrees])).toEqual([
    ['a good one', true],
    ['broken', false],
    ['empty', false],
    ['none', false],
    ['odd', false],
    ['unanswered', false],
    ['unknown', false],
    ['zuletzt', true],
  ])
  const found = Object.fromEntries(all.map(({ family, found }) => [family, found]))
  expect(found.broken).toMatch(/^does not agree: This file cannot be read: .* \(broken\/config\.json\)/)
  expect(found.empty).toMatch(/\(empty\/config\.json\)/)
  expect(found.none).toMatch(/It has no case with the answers of PyTorch/)
  expect(found.odd).toMatch(/It has no case with the answers of PyTorch/)
  expect(found.unanswered).toBe('does not agree: only 0 of 1 prompts were answered')
  expect(found.unknown).toBe('does not agree: The model family "x" is not supported. (x) Choose.')
})

test('a folder without families, or none at all, is an error', async () => {
  const root = await writeFamilies({})
  expect(() => holdsCheckpoints(root)).toThrow(/There is no family in this folder/)
  expect(() => holdsCheckpoints(join(root, 'nowhere'))).toThrow(/There is no family in this folder/)
})
