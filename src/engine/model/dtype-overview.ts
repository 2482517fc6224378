import type { ErrorInfo } from '../base/errors.ts'
import type { ModelConfigs } from '../families/family.ts'
import type { Device, SourceKind } from '../protocol/run.ts'
import { type DtypeFiles, externalFiles, type LayoutFile, sessionFile } from './layout.ts'
import { type DeviceLimits, deviceFindings } from './limits.ts'
import { estimateMemory, type MemoryEstimate, type Prompt, type SessionFiles } from './memory.ts'
import type { OnnxOutline } from './onnx-outline.ts'

/** What was read of a model's folder; nothing of its weights. */
export interface ModelFacts {
  readonly name: string
  readonly source: SourceKind
  readonly files: readonly LayoutFile[]
  readonly configs: ModelConfigs
  readonly hasTemplate: boolean
  /** Of every ONNX file of the family that is there, by path. */
  readonly outlines: ReadonlyMap<string, OnnxOutline | ErrorInfo>
}

/** One precision of the model: its files, and what it asks of this machine. */
export interface DtypeOverview extends DtypeFiles {
  /** Why it cannot be loaded on a device; empty where it can. */
  readonly problems: Readonly<Record<Device, readonly ErrorInfo[]>>
  /** Why it may fail on a device all the same. */
  readonly warnings: Readonly<Record<Device, readonly ErrorInfo[]>>
  /** null where its files could not be read. */
  readonly memory: MemoryEstimate | null
}

/** Data files that a graph refers to and that are not there count as missing, like a session's own file. */
export function dtypeOverview(
  facts: ModelFacts,
  sessions: readonly string[],
  found: DtypeFiles,
  prompt: Prompt,
  limits: DeviceLimits,
): DtypeOverview {
  const { name, files, configs, outlines } = facts
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const paths = sessions.map(session => sessionFile(session, found.dtype)).filter(path => sizes.has(path))
  const missing = [...found.missing]
  const broken: ErrorInfo[] = []
  const measured: { path: string; size: number; outline: OnnxOutline | null }[] = []
  const parts: SessionFiles[] = []
  for (const path of paths) {
    const graph = sizes.get(path) ?? 0
    const outline = outlines.get(path)
    const whole = outline && !('code' in outline) ? outline : null
    if (outline && 'code' in outline) broken.push(outline)
    measured.push({ path, size: graph, outline: whole })
    const shards = whole ? shardsOf(path, whole) : externalFiles(files, path).map(file => file.path)
    let external = 0
    for (const shard of shards) {
      const size = sizes.get(shard)
      if (size === undefined) missing.push(shard)
      else {
        external += size
        measured.push({ path: shard, size, outline: null })
        if (whole && size < neededOf(path, whole, shard)) broken.push(tooShort(name, shard))
      }
    }
    if (whole) parts.push({ outline: whole, graph, external })
  }
  const isWhole = missing.length === 0 && parts.length === sessions.length
  const memory = isWhole ? estimateMemory(parts, configs, prompt) : null
  const [webgpu, wasm] = (['webgpu', 'wasm'] as const).map(device =>
    deviceFindings({ dtype: found.dtype, files: measured, memory }, device, limits),
  )
  return {
    ...found,
    missing,
    bytes: measured.reduce((sum, { size }) => sum + size, 0),
    problems: {
      webgpu: [...broken, ...(webgpu?.problems ?? [])],
      wasm: [...broken, ...(wasm?.problems ?? [])],
    },
    warnings: { webgpu: webgpu?.warnings ?? [], wasm: wasm?.warnings ?? [] },
    memory,
  }
}

const besideOf = (onnx: string, file: string): string => onnx.slice(0, onnx.lastIndexOf('/') + 1) + file

const shardsOf = (onnx: string, { externalData }: OnnxOutline): readonly string[] =>
  [...externalData].map(file => besideOf(onnx, file))

/** Where the last tensor in a data file ends. */
function neededOf(onnx: string, { tensors }: OnnxOutline, shard: string): number {
  const ends = tensors.flatMap(({ external }) =>
    external && besideOf(onnx, external.file) === shard ? [external.offset + (external.length ?? 0)] : [],
  )
  return ends.reduce((last, end) => Math.max(last, end), 0)
}

function tooShort(folder: string, path: string): ErrorInfo {
  return {
    code: 'model-load',
    subject: `${folder}/${path}`,
    message: 'This data file ends before the weights that should be in it.',
    remedy: 'Download the file again; an unfinished download or a Git LFS pointer looks like this.',
  }
}
