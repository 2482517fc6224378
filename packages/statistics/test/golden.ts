import { readFileSync } from 'node:fs'

/** A reference file of this package; the caller names the type that its recipe in tools/golden writes. */
export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8'))
}
