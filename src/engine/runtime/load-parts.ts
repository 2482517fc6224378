import { pagePart } from '../base/page-parts.ts'
import type { Family, ModelConfigs } from '../families/family.ts'
import { familyOf } from '../families/registry.ts'
import type { Backend, BackendOptions, Ort } from './backend.ts'
import { createSessions } from './load-sessions.ts'
import { type ModelFolder, readConfigs } from './model-folder.ts'
import type { ReadWhole } from './read-ahead.ts'
import type { Session, WeightProgress } from './sessions.ts'

export type Transformers = typeof import('@huggingface/transformers')

export interface PartsOptions extends BackendOptions {
  readonly onProgress: WeightProgress
  /** Called at the end of each part of loading. */
  readonly onPhase?: (name: string) => void
  /** As in `createSessions`. */
  readonly readWhole?: ReadWhole
}

/** The parts of a model except its tokenizer. None is the model's own code, or can run forever. */
export interface ModelParts {
  readonly configs: ModelConfigs
  readonly family: Family
  readonly ort: Ort
  readonly transformers: Transformers
  readonly sessions: Promise<Readonly<Record<string, Session>>>
}

/**
 * @returns when the libraries are there; the sessions may still be on their way
 * @throws VoxelwiseError naming the file or the part at fault, here or by `sessions`
 */
export async function loadParts(
  backend: Backend,
  folder: ModelFolder,
  options: PartsOptions,
): Promise<ModelParts> {
  const configs = await readConfigs(folder)
  const family = familyOf(String(configs.config.model_type ?? ''))
  const ort = await backend.load(options)
  const transformers = await pagePart(import('@huggingface/transformers'))
  transformers.env.allowRemoteModels = false
  transformers.env.logLevel = transformers.LogLevel.ERROR
  options.onPhase?.('libraries')
  const sessions = createSessions(ort, folder, family, options)
  // A failure reaches whichever caller awaits them.
  sessions.catch(() => {})
  return { configs, family, ort, transformers, sessions }
}

/** Releases parts of which no model was made. */
export async function disposeParts({ sessions }: ModelParts): Promise<void> {
  const made = await sessions.catch(() => ({}))
  for (const session of Object.values(made)) await session.release()
}
