import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A file of test/golden; the caller names the type that its recipe in tools/golden writes. */
export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(join(root, 'test/golden', name), 'utf8'))
}

/** The text of a file of a case of false claims: beside the repository, not in it. */
export function figureCase(name: string, file: string): string {
  const path = join(root, '../shared/cases-figures', name, file)
  if (!existsSync(path)) throw new Error(`The case is missing: ${path}`)
  return readFileSync(path, 'utf8')
}

/** The folder of what the official evaluator printed: beside the repository, not in it. */
export function oracleFolder(): string {
  const folder = join(root, '../shared/oracle')
  if (!existsSync(folder)) throw new Error(`The oracle of the official evaluator is missing: ${folder}`)
  return folder
}
