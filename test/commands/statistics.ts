/**
 * What intervals and tests keep of their promise, by simulation: `npm run statistics [-- --runs N] [--only NAME …]`. Prints the
 * tables of docs/statistics.md; fails if a figure misses its limit. A table is an entry of `statistics/simulations.ts`.
 *
 * An option that a feature gives, such as `--readers FILE`, prints the file's list of cases instead, each figure recomputed.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Json, parseJson, stringifyJson } from '@voxelwise/python'
import { modulesFromFeatures } from '../../build/from-features.ts'
import { simulations } from './statistics/simulations.ts'

type Recompute = (cases: Json) => Json
const fromFeatures = await modulesFromFeatures<{ recomputed: Readonly<Record<string, Recompute>> }>(
  'recomputed.ts',
)
const recomputers = fromFeatures.flatMap(({ recomputed }) => Object.entries(recomputed))

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '4000' },
    only: { type: 'string', multiple: true },
    ...Object.fromEntries(recomputers.map(([name]) => [name, { type: 'string' as const }])),
  },
})
const given = new Map(Object.entries(values))
const recomputer = recomputers.find(([name]) => given.has(name))
if (recomputer) printRecomputed(String(given.get(recomputer[0])), recomputer[1])
else printTables()

/** Prints the file's list as JSON. A file that cannot be read this way ends the command with 1 and one line that says why. */
function printRecomputed(file: string, recompute: Recompute): void {
  try {
    console.log(stringifyJson(recompute(parseJson(readFileSync(file, 'utf8')))))
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

function printTables(): void {
  const names = simulations.map(({ name }) => name)
  const unknown = values.only?.find(name => !names.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no table "${unknown}". There are: ${names.join(', ')}.`)

  const tableRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

  const misses: string[] = []
  for (const { name, title, columns, rows } of simulations) {
    if (values.only && !values.only.includes(name)) continue
    console.log(`\n${name}: ${title}\n`)
    console.log(tableRow(columns.map(({ head }) => head)))
    console.log(tableRow(columns.map(({ isFigure }) => (isFigure ? '---:' : '---'))))
    for (const { cells, miss } of rows(Number(values.runs))) {
      console.log(tableRow(cells))
      if (miss !== null) misses.push(`${name}: ${miss}`)
    }
  }
  if (misses.length > 0) {
    console.error(misses.join('\n'))
    process.exitCode = 1
  }
}
