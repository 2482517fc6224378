/**
 * A reference to a part of a file: the file's path, then `//`, then the place in it. `all.zip//images/0.jpg` is a
 * member of an archive, `all.zip//test.parquet//12/image@4+0` a cell of a member. No path of a folder contains `//`.
 */
import { isInside, normalise } from '@voxelwise/python'

const separator = '//'

/** @param locator parts without `//` */
export function referenceTo(file: string, locator: string): string {
  return `${file}${separator}${locator}`
}

/** @returns the file of the folder, and each locator behind it */
export const referenceParts = (reference: string) =>
  reference.split(separator) as [file: string, ...locators: string[]]

/** Splits off the last locator; null where there is none. */
export function lastLocator(reference: string) {
  const at = reference.lastIndexOf(separator)
  if (at <= 0) return null
  return { container: reference.slice(0, at), locator: reference.slice(at + separator.length) }
}

/** Whether every part is a path that stays where it is: relative, without `.`, `..`, or empty names. */
export const isPlain = (reference: string): boolean =>
  referenceParts(reference).every(part => part !== '' && normalise(part) === part && isInside('', part))

/** A name within a locator, with special characters escaped. */
export function escapeName(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E')
}

/** @throws URIError */
export const unescapeName = decodeURIComponent

/**
 * Where an image is in a parquet file: its row, for people to read; and its page's header, with its place among the values of the
 * page that are there.
 */
export function cellLocator(row: number, leaf: string, page: number, position: number): string {
  return `${row}/${escapedLeaf(leaf)}@${page}+${position}`
}

/** The name of a leaf of a parquet file in a locator. */
export const escapedLeaf = (leaf: string): string => leaf.split('.').map(escapeName).join('.')
