import type { FolderSource } from './source.ts'

/** So many files are told at once, each before its first byte is read; of more, four a second. */
const TOLD_AT_ONCE = 1000
const SELDOM = 250

/**
 * A folder that says which file is being read, so that another thread can name it when this one stands still.
 * @param onRead hears of a file's rooted path before it is read, and of the same file at most four times a second
 */
export function toldSource(source: FolderSource, onRead: (path: string) => void): FolderSource {
  let told = 0
  let last = ''
  let at = Number.NEGATIVE_INFINITY
  const tell = (path: string): void => {
    const now = performance.now()
    if (now - at < SELDOM && (path === last || told >= TOLD_AT_ONCE)) return
    if (path !== last) told++
    last = path
    at = now
    onRead(`${source.name}/${path}`)
  }
  const { open, bytes, read, stamp, size } = source
  return {
    kind: source.kind,
    name: source.name,
    list: (onProgress, onFound) => source.list(onProgress, onFound),
    open(path) {
      tell(path)
      return open.call(source, path)
    },
    ...(bytes && {
      bytes(path, check) {
        tell(path)
        return bytes.call(source, path, check)
      },
    }),
    ...(read && {
      read(path, start, end) {
        tell(path)
        return read.call(source, path, start, end)
      },
    }),
    ...(stamp && { stamp: path => stamp.call(source, path) }),
    ...(size && { size: path => size.call(source, path) }),
  }
}
