/** Folders that pass what is asked of them on to another. */

import { unrooted } from '@voxelwise/python'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { FolderFile, FolderSource } from './source.ts'

/** Asks the other folder for a path: to be called once, with the path there. */
type Pass = <T>(path: string, ask: (path: string) => Promise<T>) => Promise<T>

const asItIs: Pass = (path, ask) => ask(path)

/**
 * The same folder, with something around what is asked of a file. It offers what the other one offers.
 * @param reading stands around whatever reads a file
 * @param facts stands around what asks for its size or its stamp
 */
function passedOn(source: FolderSource, reading: Pass, facts = reading): FolderSource {
  const { bytes, read, stamp, size } = source
  return {
    kind: source.kind,
    name: source.name,
    list: (onProgress, onFound) => source.list(onProgress, onFound),
    open: path => reading(path, there => source.open(there)),
    ...(bytes && { bytes: (path, check) => reading(path, there => bytes.call(source, there, check)) }),
    ...(read && {
      read: (path, start, end) => reading(path, there => read.call(source, there, start, end)),
    }),
    ...(stamp && { stamp: path => facts(path, there => stamp.call(source, there)) }),
    ...(size && { size: path => facts(path, there => size.call(source, there)) }),
  }
}

/** The same folder, which is listed at the first request only. It keeps its list: pass it on to nothing that lives long. */
export function listedOnce(source: FolderSource): FolderSource {
  let listing: Promise<readonly FolderFile[]> | null = null
  const { outlines } = source
  return {
    ...passedOn(source, asItIs),
    list(onProgress, onFound) {
      listing ??= source.list(onProgress, onFound)
      return listing
    },
    ...(outlines && { outlines: outlines.bind(source) }),
  }
}

/**
 * A folder in which some files have other names, and no file its own name or its date: both may lead to people.
 * @param files the path of each file, by its other name
 */
export function aliasedSource(
  source: FolderSource,
  name: string,
  files: ReadonlyMap<string, string>,
): FolderSource {
  const reading: Pass = async (alias, ask) => {
    const path = files.get(alias)
    const [message, remedy] = ['It does not exist.', 'Check the path.']
    if (path === undefined)
      throw new VoxelwiseError({ code: 'file-missing', subject: alias, message, remedy })
    try {
      return await ask(path)
    } catch (error) {
      throw error instanceof VoxelwiseError ? withoutName(error, path, alias) : error
    }
  }
  const list = async () => [...files.keys()].map(path => ({ path, size: -1 }))
  const { stamp: _, open, bytes, ...rest } = passedOn(source, reading)
  return {
    ...rest,
    name,
    list,
    // A file has a name and a date; what is cut from it has none.
    open: async alias => {
      const file = await open(alias)
      return file.slice(0, file.size, file.type)
    },
    ...(bytes && {
      bytes: async (alias, check) => ({ ...(await bytes.call(rest, alias, check)), modified: null }),
    }),
  }
}

/** The subject of an error names the file, and its other words may quote it. Its cause is left out. */
function withoutName({ info }: VoxelwiseError, path: string, alias: string): VoxelwiseError {
  const names = [path, ...path.split('/')].filter(name => name.length > 2)
  const without = (words: string): string => names.reduce((all, name) => all.replaceAll(name, '…'), words)
  const { code, message, remedy, detail } = info
  return new VoxelwiseError({
    ...{ code, subject: alias, message: without(message), remedy: without(remedy) },
    ...(detail !== undefined && { detail: without(detail) }),
  })
}

/** The same folder, asked by rooted paths. */
export const rootedSource = (source: FolderSource): FolderSource =>
  passedOn(source, (path, ask) => ask(unrooted(source.name, path)))

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
  const reading: Pass = (path, ask) => {
    report(path)
    return ask(path)
  }
  return passedOn(source, reading, asItIs)
}
