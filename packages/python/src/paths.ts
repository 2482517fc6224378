/**
 * Paths as Python's `posixpath` makes them: joined and normalised as text, with `/`. A rooted path begins with the name of the
 * folder that everything lies in.
 */

export function isAbsolute(path: string): boolean {
  return path.startsWith('/')
}

/** `os.path.join(folder, path)` */
export function join(folder: string, path: string): string {
  if (isAbsolute(path) || folder === '') return path
  return folder.endsWith('/') ? folder + path : `${folder}/${path}`
}

/** `os.path.normpath(path)` */
export function normalise(path: string): string {
  if (path !== '' && !/(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) return path
  // POSIX does not define exactly two leading slashes, so Python keeps them.
  const lead = /^(?:\/\/(?!\/)|\/)?/.exec(path)?.[0] ?? ''
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..' || (lead === '' && parts.length === 0) || parts.at(-1) === '..') parts.push(part)
    else parts.pop()
  }
  return lead + parts.join('/') || '.'
}

export function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Whether a normalised rooted path is in the root (or is that folder). */
export function isInside(root: string, path: string): boolean {
  if (root === '') return !isAbsolute(path) && path !== '..' && !path.startsWith('../')
  return path === root || path.startsWith(`${root}/`)
}

/** A path below the root as a rooted path, and back. */
export const rooted = (root: string, path: string): string => join(root, path)
export const unrooted = (root: string, path: string): string =>
  root === '' ? path : path.slice(root.length + 1)

/** Orders texts by code point, as Python does; `<` orders by UTF-16 unit. */
export function byCodePoint(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    if (a[at] === b[at]) continue
    // Units differ first at the same place of a pair, so comparing what starts there is comparing code points,
    // but for low surrogates behind an equal high one, where the units themselves are in order.
    return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0)
  }
  return a.length - b.length
}

/** Whether a path matches a pattern in which `*` matches any characters; case-insensitive. */
export function matches(path: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = path.toLowerCase()
  if (rest.length === 0) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest.slice(0, -1)) {
    const place = text.indexOf(part, at)
    if (place === -1) return false
    at = place + part.length
  }
  const last = rest.at(-1) ?? ''
  return text.length >= at + last.length && text.endsWith(last)
}
