import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Turn } from '../../engine/protocol/turns.ts'

/** What tools/families recorded of one family: PyTorch's own numbers. */
export interface Goldens {
  readonly family: string
  readonly folder: string
  readonly modelType: string
  /** Parameters of the whole model, each counted once. */
  readonly parameters: number
  readonly cases: readonly GoldenCase[]
  /** Cases that Python's own processor refuses, with the reason. */
  readonly skipped: Readonly<Record<string, string>>
}

export interface GoldenCase {
  readonly name: string
  readonly images: readonly GoldenImage[]
  readonly text: string
  /** The conversation, if it is not one turn of images and text. */
  readonly turns?: readonly Turn[]
  readonly input_ids: readonly number[]
  /** At the last position of the prompt. */
  readonly logits: readonly number[]
  readonly letters: { readonly ids: readonly number[]; readonly log_probabilities: readonly number[] }
  readonly greedy: { readonly ids: readonly number[]; readonly text: string }
}

export interface GoldenImage {
  readonly name: string
  readonly pixel_values: {
    readonly shape: readonly number[]
    readonly sha256: string
    readonly first: readonly number[]
    readonly middle: readonly number[]
  }
  readonly features: {
    readonly shape: readonly number[]
    readonly first: readonly number[]
    readonly last: readonly number[]
  }
}

export const newTokens = 8

/** All families below a folder that tools/families/make.py filled. */
export function goldenFamilies(root: string): readonly string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'pictures')
    .map(entry => entry.name)
    .sort()
}

export function readGoldens(root: string, family: string): Goldens {
  const folder = join(root, family)
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return { family, folder, modelType: read('config.json').model_type, ...read('cases.json') }
}
