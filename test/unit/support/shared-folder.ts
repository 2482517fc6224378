import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** A folder of public test sets beside the repository; null where it is not there. */
export function sharedSet(name: string): string | null {
  const folder = resolve('../shared', name)
  return existsSync(folder) ? folder : null
}
