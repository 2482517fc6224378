/** From the name of an image in a row to the file in the folder. */

import { join, normalise, ownValue, parentFolder, rooted } from '@voxelwise/python'
import { getOrMake } from '../../../engine/base/grouping.ts'
import type { FolderFile } from '../../sources/source.ts'

const usualFolders = ['', 'images', 'imgs', 'Images', 'figures', 'image', 'img', 'pictures', 'data/images']
const endings = ['.png', '.jpg', '.jpeg', '.webp', '.bmp', '.gif', '.tif', '.tiff']
const isImage = (path: string): boolean => endings.some(ending => path.toLowerCase().endsWith(ending))
/** Found under its own ending only: a volume is not the picture of that name. */
const isVolume = (path: string): boolean => /\.(?:nii|nii\.gz|npy|dcm)$/i.test(path)

interface FinderHints {
  /** Tried before the usual folders. */
  readonly folders?: readonly string[]
  /** Endings as they are written, and as they are in the folder. */
  readonly endings?: Readonly<Record<string, string>>
}

/** Files of a folder and members of its archives, found by the paths and names that rows give. */
export class ImageFinder {
  readonly #root: string
  /** Paths as they are, by their composed form: a Mac's archives decompose accents, and both forms look alike. */
  readonly #known: ReadonlyMap<string, string>
  /** Paths by the file's name, in small letters and without its ending; made when a name is first searched. */
  #byStem: Map<string, string[]> | null = null

  constructor(root: string, files: readonly Pick<FolderFile, 'path'>[]) {
    this.#root = root
    // Composed names come last: of two files that differ in this only, theirs is the one found.
    const paths = files.map(({ path }) => path).sort((a, b) => Number(isComposed(a)) - Number(isComposed(b)))
    this.#known = new Map(paths.map(path => [path.normalize('NFC'), path]))
  }

  /**
   * Tries the path from the row's file upwards, then the usual image folders, then the ends of all paths. `./`, `../`
   * and drive letters at the start are removed; another file ending is tried last.
   * @param file rooted path of the row's file
   * @returns a rooted path; null if there is no such file, or if several match equally well
   */
  find(written: string, file: string, hints: FinderHints = {}): string | null {
    const name = cleaned(written).normalize('NFC')
    if (name === '') return null
    for (const candidate of [otherEnding(name, hints.endings), name]) {
      if (candidate === null) continue
      const path = this.#near(candidate, file, hints.folders ?? []) ?? this.#byName(candidate)
      if (path !== null) return rooted(this.#root, path)
    }
    return null
  }

  /**
   * How images are called after numbers: before the number, and to how many digits it is filled up (0: not at all).
   * @returns the way in which most of the numbers have an image; null where none has half of them
   */
  templateFor(
    numbers: readonly number[],
  ): { readonly before: string; readonly width: number; readonly ending: string } | null {
    const groups = new Map<string, { before: string; width: number; ending: string; numbers: Set<number> }>()
    for (const path of this.#known.values()) {
      const [, before = '', digits, ending = ''] = isImage(path)
        ? (/(?:^|\/)([^/]*?)(\d{1,15})(\.[^./]+)$/.exec(path) ?? [])
        : []
      if (digits === undefined || before === '') continue
      const width = digits.startsWith('0') && digits.length > 1 ? digits.length : 0
      for (const filled of width === 0 ? [0, digits.length] : [width])
        getOrMake(groups, `${before}\n${filled}\n${ending}`, () => ({
          before,
          width: filled,
          ending,
          numbers: new Set<number>(),
        })).numbers.add(Number(digits))
    }
    const scored = Array.from(groups.values(), group => ({
      group,
      found: numbers.filter(number => group.numbers.has(number)).length,
    })).sort((a, b) => b.found - a.found || b.group.width - a.group.width)
    const [best] = scored
    return best && best.found >= numbers.length / 2 ? best.group : null
  }

  #near(name: string, file: string, folders: readonly string[]): string | null {
    const pathInRoot = this.#root === '' ? file : file.slice(this.#root.length + 1)
    let folder = parentFolder(pathInRoot)
    for (;;) {
      for (const inner of [...folders, ...usualFolders]) {
        const path = normalise(join(join(folder, inner), name))
        const known = this.#known.get(path.normalize('NFC'))
        if (known !== undefined) return known
      }
      if (folder === '') return null
      folder = parentFolder(folder)
    }
  }

  /** The one that shares most of the path's end; of several that share as much, none. */
  #byName(name: string): string | null {
    const all = this.#stems().get(fileStem(name)) ?? []
    if (isVolume(name)) return closest(all, name)
    const ending = isImage(name) ? name.slice(name.lastIndexOf('.')).toLowerCase() : null
    const same = all.filter(path => ending !== null && path.toLowerCase().endsWith(ending))
    return closest(same, name) ?? (same.length === 0 ? closest(all, name) : null)
  }

  #stems(): Map<string, string[]> {
    if (this.#byStem) return this.#byStem
    const stems = new Map<string, string[]>()
    for (const path of this.#known.values())
      if (isImage(path) || isVolume(path)) getOrMake(stems, fileStem(path), () => []).push(path)
    this.#byStem = stems
    return stems
  }
}

const isComposed = (path: string): boolean => path === path.normalize('NFC')

const cleaned = (written: string): string =>
  written
    .trim()
    .replaceAll('\\', '/')
    .replace(/^file:\/\//, '')
    .replace(/^[A-Za-z]:(?=\/)/, '')
    .replace(/^(?:\.{0,2}\/)+/, '')

/** The end of a path behind its folders, in small letters, without the ending of an image. */
function fileStem(path: string): string {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    .toLowerCase()
  return isImage(name) ? name.slice(0, name.lastIndexOf('.')) : name
}

function closest(paths: readonly string[], name: string): string | null {
  const shared = paths.map(path => sharedEnd(path, name))
  const most = Math.max(0, ...shared)
  const best = paths.filter((_, i) => shared[i] === most)
  return best.length === 1 ? (best[0] ?? null) : null
}

/** How many folders two paths have in common, counted from the file upwards. */
function sharedEnd(path: string, name: string): number {
  const [a, b] = [path, name].map(each =>
    each.normalize('NFC').toLowerCase().split('/').slice(0, -1).reverse(),
  )
  let count = 0
  while (a?.[count] !== undefined && a[count] === b?.[count]) count++
  return count + 1
}

function otherEnding(name: string, changed: FinderHints['endings'] = {}): string | null {
  const from = Object.keys(changed).find(ending => name.endsWith(ending))
  return from === undefined ? null : name.slice(0, name.length - from.length) + ownValue(changed, from)
}
