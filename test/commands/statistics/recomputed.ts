/** Recomputes figures of readers from a file of cases: docs/readers.md. */
import { readFileSync } from 'node:fs'
import { parseJson, stringifyJson } from '@voxelwise/python'
import { recomputedCases } from '../../../src/features/readers/engine/recomputed-cases.ts'

/** Prints the file's list as JSON. A file that cannot be read this way ends the command with 1 and one line that says why. */
export function printRecomputed(file: string): void {
  try {
    console.log(stringifyJson(recomputedCases(parseJson(readFileSync(file, 'utf8')))))
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
