import type { LayoutFile } from './layout.ts'
import type { OnnxOutline } from './onnx-outline.ts'

export interface DataFile {
  /** Its name as the graph has it: what ONNX Runtime asks for. */
  readonly location: string
  /** Its path in the folder, or the path where it is missing. */
  readonly path: string
  /** Bytes; null where it is not there. */
  readonly size: number | null
  /** Where its last tensor ends. */
  readonly end: number
}

/**
 * The data files of a graph, by the names in it. A renamed graph still has the old name (`model.onnx.data`), which two
 * precisions cannot share. So a file named after the graph's current name comes first.
 */
export function dataFiles(
  onnx: string,
  { externalData, tensors }: Pick<OnnxOutline, 'externalData' | 'tensors'>,
  files: readonly LayoutFile[],
): readonly DataFile[] {
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const folder = onnx.slice(0, onnx.lastIndexOf('/') + 1)
  return externalData.map(location => {
    const named = folder + location
    const path = [...renamed(onnx, location), named].find(one => sizes.has(one)) ?? named
    const ends = tensors.map(({ external }) =>
      external?.file === location ? external.offset + (external.length ?? 0) : 0,
    )
    const end = ends.reduce((last, one) => Math.max(last, one), 0)
    return { location, path, size: sizes.get(path) ?? null, end }
  })
}

/** `model.onnx.data` of a graph that is now `x.onnx`: `x.onnx.data`, or as Hugging Face names it, `x.onnx_data`. */
function renamed(onnx: string, location: string): readonly string[] {
  const ending = /\.onnx[._](data(_\d+)?)$/.exec(location)?.[1]
  return ending === undefined ? [] : [`${onnx}.${ending}`, `${onnx}_${ending}`]
}

/** Data files that belong to another graph, with that graph: their weights would be taken for its own. */
export function borrowed(
  files: readonly DataFile[],
  others: readonly { readonly onnx: string; readonly files: readonly DataFile[] }[],
): readonly { readonly file: DataFile; readonly owner: string }[] {
  return files.flatMap(file => {
    if (file.size === null || file.end === file.size) return []
    const owner = others.find(({ files: theirs }) =>
      theirs.some(({ path, end }) => path === file.path && end === file.size),
    )
    return owner ? [{ file, owner: owner.onnx }] : []
  })
}
