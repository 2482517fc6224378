import type { FolderSource } from './source.ts'

/** The first files are each reported immediately; later ones after a pause. */
const REPORTED_AT_ONCE = 1000
/** Milliseconds. */
const PAUSE = 250

/**
 * A folder that reports which file is being read, so that another thread can name it if this one hangs.
 * @param onRead called with a file's rooted path before it is read, and for the same file at most four times a second
 */
export function watchedSource(source: FolderSource, onRead: (path: string) => void): FolderSource {
  let reported = 0
  let last = ''
  let at = Number.NEGATIVE_INFINITY
  const report = (path: string): void => {
    const now = performance.now()
    if (now - at < PAUSE && (path === last || reported >= REPORTED_AT_ONCE)) return
    if (path !== last) reported++
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
      report(path)
      return open.call(source, path)
    },
    ...(bytes && {
      bytes(path, check) {
        report(path)
        return bytes.call(source, path, check)
      },
    }),
    ...(read && {
      read(path, start, end) {
        report(path)
        return read.call(source, path, start, end)
      },
    }),
    ...(stamp && { stamp: path => stamp.call(source, path) }),
    ...(size && { size: path => size.call(source, path) }),
  }
}
