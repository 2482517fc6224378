import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isFields } from '../../engine/base/config-fields.ts'
import { errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
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
  /** How finely the image is shown (`isDetail`); absent as the model's own files say. */
  readonly detail?: string
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

/** Where the pictures of the cases are. Folders without their own have those of the families: the recipes draw all alike. */
export function picturesFolder(root: string): { readonly name: 'pictures'; readonly folder: string } {
  const folder = join(root, 'pictures')
  return { name: 'pictures', folder: existsSync(folder) ? folder : 'test/golden/families/pictures' }
}

/**
 * All families below a folder that tools/families/make.py filled. A link to a folder is one.
 * @throws VoxelwiseError file-missing where there is no such folder, or none in it
 */
export function goldenFamilies(root: string): readonly string[] {
  const isFolder = (name: string): boolean =>
    statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory() ?? false
  const families = isFolder('.')
    ? readdirSync(root).filter(name => name !== 'pictures' && !name.startsWith('.') && isFolder(name))
    : []
  if (families.length > 0) return families.sort()
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: root,
    message: 'There is no family in this folder.',
    remedy: 'Name a folder with one folder for each family, and their pictures in pictures/.',
  })
}

/** @throws VoxelwiseError file-missing, file-unreadable: config.json or cases.json */
export function readGoldens(root: string, family: string): Goldens {
  const folder = join(root, family)
  const unreadable = (file: string, message: string, cause?: unknown): VoxelwiseError =>
    new VoxelwiseError({
      code: existsSync(join(folder, file)) ? 'file-unreadable' : 'file-missing',
      subject: `${family}/${file}`,
      message,
      remedy: 'Make the folder again with tools/checkpoints or tools/families.',
      cause,
    })
  const read = (file: string): Record<string, unknown> => {
    try {
      return JSON.parse(readFileSync(join(folder, file), 'utf8'))
    } catch (cause) {
      throw unreadable(file, `This file cannot be read: ${errorMessage(cause)}.`, cause)
    }
  }
  const [config, recorded] = [read('config.json'), read('cases.json')]
  if (!isRecorded(recorded)) throw unreadable('cases.json', 'It has no case with the answers of PyTorch.')
  return { family, folder, modelType: String(config?.model_type ?? ''), ...recorded }
}

/** Whether a file has cases, each with what is compared. */
function isRecorded(value: unknown): value is Omit<Goldens, 'family' | 'folder' | 'modelType'> {
  if (!isFields(value) || !Array.isArray(value.cases) || value.cases.length === 0) return false
  return value.cases.every(
    one =>
      isFields(one) &&
      typeof one.name === 'string' &&
      [one.images, one.input_ids, one.logits].every(Array.isArray) &&
      isFields(one.letters) &&
      isFields(one.greedy),
  )
}
