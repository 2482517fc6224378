/** Whether checkpoints give the numbers that PyTorch gave: `npm run -s fidelity -- --families DIR`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Goldens, goldenFamilies, readGoldens } from '../../../cli/base/family-goldens.ts'
import { weightTypes } from '../../../data/sources/model-files.ts'
import { nodeModelFolder } from '../../../data/sources/node.ts'
import { errorMessage } from '../../../engine/base/errors.ts'
import type { Buffers } from '../../../engine/runtime/graph-writer.ts'
import type { Deviation } from './compare.ts'
import type { Suite } from './suite.ts'

/**
 * Largest difference of pixels, image features and logits that agrees. Arithmetic in another order changes the sixth digit,
 * one level of grey the second.
 */
const tolerance = 1e-3

/** References whose buffers were cast with the weights, by the type in which those are stored. */
const castReferences: readonly {
  readonly stored: string
  readonly buffers: Buffers
  readonly name: string
  readonly call: string
}[] = [
  { stored: 'BF16', buffers: 'bfloat16', name: 'BF16', call: 'model.bfloat16()' },
  { stored: 'F16', buffers: 'float16', name: 'F16', call: 'model.half()' },
]

/** Whether a folder below `root` holds a checkpoint: it has no exported graphs. */
export const holdsCheckpoints = (root: string): boolean =>
  goldenFamilies(root).some(family => !existsSync(join(root, family, 'onnx')))

/** Whether the numbers of one family agree, and what was found, in a sentence's end. */
export interface FamilyAgreement {
  readonly family: string
  readonly agrees: boolean
  readonly found: string
}

/**
 * Compares every family below a folder in full precision. A family that cannot be read or run does not agree, and the
 * others are compared all the same.
 * @param tell called with each family when it is done
 */
export async function compareFamilies(
  root: string,
  suite: Pick<Suite, 'measure'>,
  tell: (agreement: FamilyAgreement) => void,
): Promise<readonly FamilyAgreement[]> {
  const all: FamilyAgreement[] = []
  for (const family of goldenFamilies(root)) {
    const agreement = await compareFamily(root, family, suite).catch(error => ({
      family,
      agrees: false,
      found: `does not agree: ${messageOfPage(error)}`,
    }))
    tell(agreement)
    all.push(agreement)
  }
  return all
}

async function compareFamily(
  root: string,
  family: string,
  suite: Pick<Suite, 'measure'>,
): Promise<FamilyAgreement> {
  const goldens = readGoldens(root, family)
  const first = await difference(suite, goldens, 'float')
  if (first === null) return { family, agrees: true, found: 'agrees' }
  const types = await weightTypes(await nodeModelFolder(goldens.folder))
  for (const { stored, buffers, name, call } of castReferences)
    if (types.has(stored) && (await difference(suite, goldens, buffers)) === null)
      return {
        family,
        agrees: true,
        found: `agrees with a reference whose buffers were cast to ${name} as well (${call})`,
      }
  return { family, agrees: false, found: `does not agree: ${first}` }
}

/** What differs from PyTorch beyond the tolerance; null where nothing does. */
async function difference(
  suite: Pick<Suite, 'measure'>,
  goldens: Goldens,
  buffers: Buffers,
): Promise<string | null> {
  const measured = await suite.measure(goldens, { device: 'wasm', dtype: 'fp32', buffers })
  if (measured.length < goldens.cases.length)
    return `only ${measured.length} of ${goldens.cases.length} prompts were answered`
  return measured.map(firstDifference).find(text => text !== null) ?? null
}

/** The first step of one prompt whose numbers differ. */
function firstDifference({ name, pixels, sameIds, features, logits, sameText }: Deviation): string | null {
  const steps: readonly (readonly [step: string, agrees: boolean])[] = [
    ['token ids', sameIds],
    [`pixels by ${shownDistance(pixels)}`, pixels <= tolerance],
    [`image features by ${shownDistance(features)}`, features <= tolerance],
    [`logits by ${shownDistance(logits)}`, logits <= tolerance],
    ['greedy text', sameText],
  ]
  const differing = steps.find(([, agrees]) => !agrees)
  return differing ? `prompt ${name}: other ${differing[0]}` : null
}

const shownDistance = (distance: number): string =>
  Number.isFinite(distance) ? distance.toExponential(1) : 'another number of them'

/** An error of the page or of Node in one line: the message, what it is about, and what to do. */
const messageOfPage = (error: unknown): string =>
  (errorMessage(error).split('\n')[0] ?? '').replace(/^page\.\w+: /, '').replace(/^VoxelwiseError: /, '')
