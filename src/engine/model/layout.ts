import { type ErrorInfo, VoxelwiseError } from '../base/errors.ts'
import { type Dtype, dtypes, type GraphDtype } from '../protocol/device.ts'
import { decoderSession, dtypeOfGraph, isMixed, mixedDtype } from '../protocol/mixed-precision.ts'

/** How Hugging Face's ONNX repositories name the file of a session in each precision. */
export const suffixes: Readonly<Record<GraphDtype, string>> = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
}

/** Where a written graph differs for native ONNX Runtime, its file, beside that of the session and with the same data. */
export const nativeGraphFile = (path: string): string => path.replace(/\.onnx$/, '_native.onnx')

export interface LayoutFile {
  readonly path: string
  readonly size: number
}

export interface DtypeFiles {
  readonly dtype: Dtype
  /** Bytes of all its files, external data included. */
  readonly bytes: number
  /** Empty where every session is there. */
  readonly missing: readonly string[]
}

/** @param dtype of the model */
export function sessionFile(session: string, dtype: Dtype): string {
  return `onnx/${session}${suffixes[dtypeOfGraph(dtype, session)]}.onnx`
}

/** The external data files of a session's file: `x.onnx_data`, `x.onnx_data_1`, … */
export function externalFiles(files: readonly LayoutFile[], onnx: string): readonly LayoutFile[] {
  return files.filter(
    ({ path }) => path.startsWith(`${onnx}_data`) && /^(_\d+)?$/.test(path.slice(onnx.length + 5)),
  )
}

/** The files of a precision, those that are missing among them; null where the folder has none. */
export function filesOfDtype(
  files: readonly LayoutFile[],
  sessions: readonly string[],
  dtype: Dtype,
): DtypeFiles | null {
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const wanted = sessions.map(session => sessionFile(session, dtype))
  const present = wanted.filter(path => sizes.has(path))
  if (present.length === 0) return null
  const external = present.flatMap(path => externalFiles(files, path))
  const bytes = [...present.map(path => sizes.get(path) ?? 0), ...external.map(({ size }) => size)]
  return {
    dtype,
    bytes: bytes.reduce((sum, size) => sum + size, 0),
    missing: wanted.filter(path => !sizes.has(path)),
  }
}

/** The precisions in a folder, complete ones first, in the order of `dtypes`; those that mix are not among them. */
export function listDtypes(files: readonly LayoutFile[], sessions: readonly string[]): readonly DtypeFiles[] {
  const available = dtypes.flatMap(dtype => filesOfDtype(files, sessions, dtype) ?? [])
  return [
    ...available.filter(({ missing }) => missing.length === 0),
    ...available.filter(({ missing }) => missing.length > 0),
  ]
}

/** The mixed precisions of which every graph is in the folder, each decoder's together. */
export function listMixedDtypes(files: readonly LayoutFile[], sessions: readonly string[]): readonly Dtype[] {
  const paths = new Set(files.map(({ path }) => path))
  const inFolder = (session: string) => dtypes.filter(dtype => paths.has(sessionFile(session, dtype)))
  const others = sessions.filter(session => session !== decoderSession)
  const choices = others.reduce<readonly Readonly<Record<string, GraphDtype>>[]>(
    (chosen, session) =>
      chosen.flatMap(parts => inFolder(session).map(dtype => ({ ...parts, [session]: dtype }))),
    [{}],
  )
  return inFolder(decoderSession).flatMap(main =>
    choices.map(parts => mixedDtype(main, parts)).filter(isMixed),
  )
}

/** `this folder has no onnx/decoder_model_merged in q4; it has fp16 and q8`. */
export function missingSession(
  folder: string,
  files: readonly LayoutFile[],
  session: string,
  dtype: Dtype,
): VoxelwiseError {
  const paths = new Set(files.map(({ path }) => path))
  const others = dtypes.filter(other => paths.has(sessionFile(session, other)))
  return new VoxelwiseError({
    code: 'model-file-missing',
    subject: `${folder}/${sessionFile(session, dtype)}`,
    message: `This folder has no onnx/${session} in ${dtype}; it has ${andList(others) || 'none in any precision'}.`,
    remedy: others.length
      ? 'Choose a precision that is there, or add the file.'
      : 'Pick the folder of an ONNX model (with config.json and an onnx/ folder).',
  })
}

/** `fp16, q8 and q4` */
export function andList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** The files besides the sessions without which no model can be asked. */
const wantedFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const

/** The problems of a folder before anything in it is loaded. */
export function layoutProblems(
  folder: string,
  files: readonly LayoutFile[],
  textOnly = false,
): readonly ErrorInfo[] {
  const paths = new Set(files.map(({ path }) => path))
  const missing = wantedFiles.filter(path => !paths.has(path))
  if (!textOnly && !paths.has('preprocessor_config.json') && !paths.has('processor_config.json'))
    return [...missing, 'preprocessor_config.json'].map(path => fileMissing(folder, path))
  return missing.map(path => fileMissing(folder, path))
}

function fileMissing(folder: string, path: string): ErrorInfo {
  return {
    code: 'model-file-missing',
    subject: `${folder}/${path}`,
    message: `This folder has no ${path}.`,
    remedy: 'Pick the folder that directly contains config.json, and download every file of the repository.',
  }
}
