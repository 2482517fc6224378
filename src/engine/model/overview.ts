import type { ErrorInfo } from '../errors.ts'
import { families, unsupported } from '../families/registry.ts'
import type { Device, Dtype, SourceKind } from '../run.ts'
import { type DtypeFiles, dtypesOf, type LayoutFile, layoutProblems } from './layout.ts'

export interface ModelOverview {
  readonly name: string
  readonly source: SourceKind
  readonly family: string
  readonly dtypes: readonly DtypeFiles[]
  /** Why it cannot be run; empty where it can. */
  readonly problems: readonly ErrorInfo[]
  readonly recommended: { readonly device: Device; readonly dtype: Dtype; readonly reason: string } | null
}

/** A model this small is best run in full precision: nothing is lost and little is gained by less. */
const smallModel = 256e6

/** What a folder holds, before anything heavy of it is read. */
export function modelOverview(
  name: string,
  source: SourceKind,
  files: readonly LayoutFile[],
  config: Readonly<Record<string, unknown>>,
  device: Device,
): ModelOverview {
  const modelType = String(config.model_type ?? '')
  const family = families.find(candidate => candidate.modelTypes.includes(modelType))
  const dtypes = dtypesOf(files, family?.sessions ?? ['decoder_model_merged'])
  const problems = [...layoutProblems(name, files)]
  if (!family && problems.length === 0) problems.push(unsupported(modelType))
  if (family && !dtypes.some(({ missing }) => missing.length === 0)) problems.push(noWeights(name, dtypes))
  return { name, source, family: modelType, dtypes, problems, recommended: recommend(dtypes, device) }
}

function recommend(dtypes: readonly DtypeFiles[], device: Device): ModelOverview['recommended'] {
  const complete = dtypes.filter(({ missing }) => missing.length === 0)
  const full = complete.find(({ dtype, bytes }) => dtype === 'fp32' && bytes < smallModel)
  if (full) return { device, dtype: 'fp32', reason: 'small enough to run in full precision' }
  // 16-bit activations can overflow on WebGPU; dynamic 8-bit kernels leave the GPU.
  const order: readonly Dtype[] =
    device === 'webgpu' ? ['q4', 'fp32', 'q8', 'q4f16', 'fp16'] : ['q8', 'q4', 'int8', 'uint8', 'fp32']
  const dtype =
    order.find(candidate => complete.some(found => found.dtype === candidate)) ?? complete[0]?.dtype
  if (!dtype) return null
  return {
    device,
    dtype,
    reason:
      dtype.endsWith('f16') || dtype === 'fp16'
        ? 'nothing safer is in the folder'
        : 'with 32-bit activations',
  }
}

function noWeights(name: string, dtypes: readonly DtypeFiles[]): ErrorInfo {
  const best = dtypes[0]
  return {
    code: 'model-file-missing',
    subject: best?.missing[0] ? `${name}/${best.missing[0]}` : `${name}/onnx`,
    message: best
      ? `No precision of this model is complete; ${best.dtype} lacks ${best.missing.join(', ')}.`
      : 'This folder has no ONNX weights (onnx/decoder_model_merged and its companions).',
    remedy: 'Download every file of one precision into the onnx/ folder of the model.',
  }
}
