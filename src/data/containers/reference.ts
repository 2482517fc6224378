/**
 * A reference to a part of a file: the file's path, then `//`, then the place in it. `all.zip//images/0.jpg` is a
 * member of an archive, `all.zip//test.parquet//12/image@4+0` a cell of a member. No path of a folder contains `//`.
 */
import { isAbsolute, normalise } from '../../engine/base/paths.ts'

const separator = '//'

/** @param locator parts without `//` */
export function referenceTo(file: string, locator: string): string {
  return `${file}${separator}${locator}`
}

/** @returns the file of the folder, and each locator behind it */
export function partsOf(reference: string): readonly [file: string, ...locators: string[]] {
  const [file = '', ...locators] = reference.split(separator)
  return [file, ...locators]
}

/** Splits off the last locator; null where there is none. */
export function lastLocator(
  reference: string,
): { readonly container: string; readonly locator: string } | null {
  const at = reference.lastIndexOf(separator)
  return at <= 0
    ? null
    : { container: reference.slice(0, at), locator: reference.slice(at + separator.length) }
}

/** Whether every part is a path that stays where it is: relative, without `.`, `..`, or empty names. */
export function isPlain(reference: string): boolean {
  return partsOf(reference).every(
    part =>
      part !== '' &&
      !isAbsolute(part) &&
      normalise(part) === part &&
      part !== '..' &&
      !part.startsWith('../'),
  )
}

/** A name within a locator, with special characters escaped. */
export function escapeName(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E')
}

/** @throws URIError */
export const unescapeName = decodeURIComponent

/**
 * Where an image is in a parquet file.
 * @param row in the file, for people to read
 * @param page where its header stands
 * @param position among the values of the page that are there
 */
export function cellLocator(row: number, leaf: string, page: number, position: number): string {
  return `${row}/${leaf.split('.').map(escapeName).join('.')}@${page}+${position}`
}
