import type { ErrorInfo } from '../base/errors.ts'
import type { Family, ModelConfigs } from '../families/family.ts'
import type { DeviceKind, Dtype } from '../protocol/device.ts'
import type { Agreement, SourceKind } from '../protocol/identity.ts'
import type { Thinking } from './chat-template.ts'
import { borrowed, dataFiles } from './external-data.ts'
import { type DtypeFiles, externalFiles, type LayoutFile, sessionFile } from './layout.ts'
import { type DeviceLimits, deviceFindings } from './limits.ts'
import { estimateMemory, type MemoryEstimate, type Prompt, type SessionFiles } from './memory.ts'
import type { OnnxOutline } from './onnx-outline.ts'
import { inputProblems, type SessionGraphs } from './session-inputs.ts'

/** What was read of a model's folder, without its weights. */
export interface ModelFacts {
  readonly name: string
  readonly source: SourceKind
  readonly files: readonly LayoutFile[]
  readonly configs: ModelConfigs
  readonly hasTemplate: boolean
  /** How its chat template marks a thought; null where it does not. */
  readonly thinking: Thinking | null
  /** Outlines of every ONNX file of the family that is there, by path. */
  readonly outlines: ReadonlyMap<string, OnnxOutline | ErrorInfo>
  /** The mixed precisions that are offered; null for all of which the folder has the files. */
  readonly mixtures: readonly Dtype[] | null
  /** voxelwise.json; an empty object where it is absent. */
  readonly card: Readonly<Record<string, unknown>>
}

/** One precision of the model: its files, and what it needs of this machine. */
export interface DtypeOverview extends DtypeFiles {
  /** Why it cannot be loaded on a device; empty where it can. */
  readonly problems: Readonly<Record<DeviceKind, readonly ErrorInfo[]>>
  /** Why it may still fail on a device. */
  readonly warnings: Readonly<Record<DeviceKind, readonly ErrorInfo[]>>
  /** null where its files could not be read. */
  readonly memory: MemoryEstimate | null
  /** How it agrees with PyTorch; null where nobody measured. */
  readonly agreement: Agreement | null
}

/**
 * Data files that a graph refers to and that are not there count as missing, like a session's own file.
 * @param imageInputs as of `inputProblems`
 */
export function dtypeOverview(
  facts: ModelFacts,
  sessions: readonly string[],
  family: Family | undefined,
  imageInputs: readonly string[],
  found: DtypeFiles,
  prompt: Prompt,
  limits: DeviceLimits,
  agreements: ReadonlyMap<Dtype, Agreement>,
): DtypeOverview {
  const { name, files, configs, outlines } = facts
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const missing = [...found.missing]
  const broken: ErrorInfo[] = []
  const measured: { path: string; size: number; outline: OnnxOutline | null }[] = []
  const parts: SessionFiles[] = []
  const graphs = new Map<string, { readonly subject: string; readonly outline: OnnxOutline }>()
  for (const session of sessions) {
    const path = sessionFile(session, found.dtype)
    const graph = sizes.get(path)
    if (graph === undefined) continue
    const outline = outlines.get(path)
    const whole = outline && !('code' in outline) ? outline : null
    if (outline && 'code' in outline) broken.push(outline)
    measured.push({ path, size: graph, outline: whole })
    if (whole) {
      graphs.set(session, { subject: `${name}/${path}`, outline: whole })
      let external = 0
      const shards = dataFiles(path, whole, files)
      for (const shard of shards) {
        if (shard.size === null) missing.push(shard.path)
        else {
          external += shard.size
          measured.push({ path: shard.path, size: shard.size, outline: null })
          if (shard.size < shard.end) broken.push(tooShort(name, shard.path))
        }
      }
      for (const { file, owner } of borrowed(shards, otherGraphs(facts, path)))
        broken.push(notItsOwn(name, path, file.path, owner))
      parts.push({ outline: whole, graph, external })
    } else measured.push(...externalFiles(files, path).map(shard => ({ ...shard, outline: null })))
  }
  if (family) broken.push(...inputProblems(graphs satisfies SessionGraphs, family, imageInputs, configs))
  const isWhole = missing.length === 0 && parts.length === sessions.length
  const memory = isWhole ? estimateMemory(parts, configs, prompt) : null
  const findings = (device: DeviceKind) =>
    deviceFindings({ dtype: found.dtype, files: measured, memory }, device, limits)
  const [webgpu, wasm, native] = [findings('webgpu'), findings('wasm'), findings('native')]
  return {
    ...found,
    missing,
    bytes: measured.reduce((sum, { size }) => sum + size, 0),
    problems: {
      webgpu: [...broken, ...webgpu.problems],
      wasm: [...broken, ...wasm.problems],
      native: [...broken, ...native.problems],
    },
    warnings: { webgpu: webgpu.warnings, wasm: wasm.warnings, native: native.warnings },
    memory,
    agreement: agreements.get(found.dtype) ?? null,
  }
}

/** Data files of every other graph in the folder. */
function otherGraphs({ files, outlines }: ModelFacts, path: string) {
  return [...outlines].flatMap(([onnx, outline]) =>
    onnx === path || 'code' in outline ? [] : [{ onnx, files: dataFiles(onnx, outline, files) }],
  )
}

function notItsOwn(folder: string, onnx: string, data: string, owner: string): ErrorInfo {
  const fileName = onnx.slice(onnx.lastIndexOf('/') + 1)
  return {
    code: 'model-load',
    subject: `${folder}/${onnx}`,
    message: `It uses ${data} for its weights, but that file belongs to ${owner}.`,
    remedy: `Put its own data file next to it as ${fileName}.data, which takes precedence.`,
  }
}

function tooShort(folder: string, path: string): ErrorInfo {
  return {
    code: 'model-load',
    subject: `${folder}/${path}`,
    message: 'This data file is too short for its weights.',
    remedy: 'Download the file again. The download may be unfinished, or a Git LFS pointer.',
  }
}
