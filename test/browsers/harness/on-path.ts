import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs that is on the PATH, or that is named whole; null where none is. */
export function onPath(...names: readonly string[]): string | null {
  const folders = ['', ...(process.env.PATH ?? '').split(delimiter)]
  const places = names.flatMap(name => folders.map(folder => (folder ? join(folder, name) : name)))
  return places.find(place => place.includes('/') && isProgram(place)) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
