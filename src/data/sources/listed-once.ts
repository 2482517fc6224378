import type { FolderFile, FolderSource } from './source.ts'

/** The same folder, which is listed at the first request only. It keeps its list: pass it on to nothing that lives long. */
export function listedOnce(source: FolderSource): FolderSource {
  let listing: Promise<readonly FolderFile[]> | null = null
  const { bytes, read, stamp, size, outlines } = source
  return {
    kind: source.kind,
    name: source.name,
    list(onProgress, onFound) {
      listing ??= source.list(onProgress, onFound)
      return listing
    },
    open: path => source.open(path),
    ...(bytes && { bytes: bytes.bind(source) }),
    ...(read && { read: read.bind(source) }),
    ...(stamp && { stamp: stamp.bind(source) }),
    ...(size && { size: size.bind(source) }),
    ...(outlines && { outlines: outlines.bind(source) }),
  }
}
