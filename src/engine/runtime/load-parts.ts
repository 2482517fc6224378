import { setOwn } from '@voxelwise/python'
import type { InferenceSession } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import { pagePart } from '../base/page-parts.ts'
import { sha256, sha256OfPieces } from '../base/sha256.ts'
import type { Family, ModelConfigs } from '../families/family.ts'
import { findFamily } from '../families/registry.ts'
import type { Backend, BackendOptions, GraphFile, Ort } from './backend.ts'
import { type ModelFolder, readConfigs } from './model-folder.ts'
import { ReadAhead, type ReadWhole } from './read-ahead.ts'
import { createSession, openGraph, type Session, type WeightProgress } from './sessions.ts'

/** Bytes of all data files of a model that are read whole at most: beside them lies what is made of them. */
const mostAhead = 1.25e9

/** One after the other: ONNX Runtime compiles one session at a time, and memory peaks lower so. */
async function createSessions(
  ort: Ort,
  folder: ModelFolder,
  family: Family,
  graphs: readonly Promise<GraphFile>[],
  options: PartsOptions,
): Promise<Readonly<Record<string, Session>>> {
  const { onPhase, readWhole } = options
  const sessions: Record<string, Session> = {}
  // The error of a file is reported at its turn.
  await Promise.allSettled(graphs)
  const ahead = readWhole && (await readAhead(folder, graphs, readWhole))
  for (const [i, session] of family.sessions.entries()) {
    const graph = await graphs[i]
    if (!graph) break
    const made = await createSession(ort, { ...graph, ...(ahead && { ahead }) }, options)
    setOwn(sessions, session, made)
    onPhase?.(session)
  }
  checkEncoder(folder, family, sessions.vision_encoder)
  return sessions
}

/** SHA-256 (hex) of everything that the sessions are made of. */
export interface LoadedWeights {
  /** The digest of the user's own files: of a checkpoint's, or of graphs and their data files. */
  readonly files: string
  /** The digest of the graphs that this page wrote for a checkpoint; null where the graphs are the user's own. */
  readonly graphs: string | null
  /** The digest of both together. */
  readonly all: string
}

async function digestWeights(
  folder: ModelFolder,
  graphs: readonly Promise<GraphFile>[],
  digestFile: DigestFile,
): Promise<LoadedWeights> {
  const digestLine = async (path: string, file: Blob | Promise<Blob>): Promise<string> =>
    `${await digestFile(await file)} ${JSON.stringify(path)}`
  const ofGraphs: string[] = []
  for (const { path, blob, external } of await Promise.all(graphs)) {
    ofGraphs.push(await digestLine(path, blob))
    for (const file of external)
      if (!folder.written?.has(file.path)) ofGraphs.push(await digestLine(file.path, folder.open(file.path)))
  }
  const ofFiles: string[] = []
  if (folder.copied)
    for (const [path, digest] of Object.entries(folder.copied.weights))
      ofFiles.push(`${digest} ${JSON.stringify(path)}`)
  else if (folder.written)
    for (const path of weightPaths(folder)) ofFiles.push(await digestLine(path, folder.open(path)))
  const all = await digestLines([...ofGraphs, ...ofFiles])
  if (ofFiles.length === 0) return { files: all, graphs: null, all }
  return { files: await digestLines(ofFiles), graphs: await digestLines(ofGraphs), all }
}

const digestLines = (lines: readonly string[]): Promise<string> =>
  sha256(new TextEncoder().encode(lines.join('\n')))

/** The files of a checkpoint's weights, in the order in which they are listed. */
export const weightPaths = ({ files }: Pick<ModelFolder, 'files'>): readonly string[] =>
  files.map(({ path }) => path).filter(path => path.endsWith('.safetensors'))

/** Has all data files read in the order in which they are needed; none where they are too large, or one is missing. */
async function readAhead(
  folder: ModelFolder,
  graphs: readonly Promise<GraphFile>[],
  readWhole: ReadWhole,
): Promise<ReadAhead | undefined> {
  // What is made is made as it is read, a part at a time.
  if (folder.written) return undefined
  const opened = await Promise.all(graphs).catch(() => [])
  const files = opened.flatMap(({ external }) => external)
  if (files.reduce((sum, { size }) => sum + (size ?? 0), 0) > mostAhead) return undefined
  const ahead = new ReadAhead(readWhole)
  for (const { path } of files) ahead.begin(path, await folder.open(path))
  return ahead
}

/** @throws VoxelwiseError model-unsupported where the image encoder lacks an input that the family cannot do without */
function checkEncoder(folder: ModelFolder, family: Family, encoder: InferenceSession | undefined): void {
  const wanted = family.encoderInput
  if (!wanted || encoder?.inputNames.includes(wanted.name)) return
  throw new VoxelwiseError({
    code: 'model-unsupported',
    subject: `${folder.name}/onnx/vision_encoder`,
    message: `This image encoder has no input "${wanted.name}": ${wanted.without}.`,
    remedy: 'Export the model again as tools/families does, or choose another model.',
  })
}

export type Transformers = typeof import('@huggingface/transformers')

/** SHA-256 (hex) of a file (`sha256OfPieces`), here or in another thread. */
export type DigestFile = (file: Blob) => Promise<string>

export interface PartsOptions extends BackendOptions {
  readonly onProgress: WeightProgress
  /** Called at the end of each part of loading. */
  readonly onPhase?: (name: string) => void
  /** How data files are read whole; where absent, they are not. */
  readonly readWhole?: ReadWhole
  /** Where absent, files are hashed in this thread. */
  readonly digestFile?: DigestFile
}

/** The parts of a model except its tokenizer. None is the model's own code, or can run forever. */
export interface ModelParts {
  readonly configs: ModelConfigs
  readonly family: Family
  readonly ort: Ort
  readonly transformers: Transformers
  readonly sessions: Promise<Readonly<Record<string, Session>>>
  /** Hashes the weights, once. @throws VoxelwiseError as the sessions */
  readonly weights: () => Promise<LoadedWeights>
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
  const family = findFamily(String(configs.config.model_type ?? ''))
  const ort = await backend.load(options)
  const transformers = await pagePart(import('@huggingface/transformers'))
  transformers.env.allowRemoteModels = false
  transformers.env.logLevel = transformers.LogLevel.ERROR
  options.onPhase?.('libraries')
  const graphs = family.sessions.map(session => openGraph(folder, session, options.dtype, options.device))
  const sessions = createSessions(ort, folder, family, graphs, options)
  // A failure reaches whichever caller awaits them.
  sessions.catch(() => {})
  let digest: Promise<LoadedWeights> | null = null
  const weights = (): Promise<LoadedWeights> => {
    digest ??= digestWeights(folder, graphs, options.digestFile ?? sha256OfPieces)
    return digest
  }
  return { configs, family, ort, transformers, sessions, weights }
}

/** Releases parts of which no model was made. */
export async function disposeParts({ sessions }: ModelParts): Promise<void> {
  const made = await sessions.catch(() => ({}))
  for (const session of Object.values(made)) await session.release()
}
