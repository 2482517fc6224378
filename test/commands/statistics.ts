/**
 * What intervals and tests keep of their promise, by simulation: `npm run statistics [-- --runs N] [--only NAME …]`. Prints the
 * tables of docs/statistics.md; fails if a figure misses its limit. A table is an entry of `statistics/simulations.ts`.
 *
 * With `--readers FILE` it prints the file's list of cases instead, each figure recomputed (docs/readers.md).
 */
import { parseArgs } from 'node:util'
import { printRecomputed } from './statistics/recomputed.ts'
import { simulations } from './statistics/simulations.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '4000' },
    only: { type: 'string', multiple: true },
    readers: { type: 'string' },
  },
})
if (values.readers === undefined) printTables()
else printRecomputed(values.readers)

function printTables(): void {
  const names = simulations.map(({ name }) => name)
  const unknown = values.only?.find(name => !names.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no table "${unknown}". There are: ${names.join(', ')}.`)

  const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

  const misses: string[] = []
  for (const { name, title, columns, rows } of simulations) {
    if (values.only && !values.only.includes(name)) continue
    console.log(`\n${name}: ${title}\n`)
    console.log(rowOf(columns.map(({ head }) => head)))
    console.log(rowOf(columns.map(({ isFigure }) => (isFigure ? '---:' : '---'))))
    for (const { cells, miss } of rows(Number(values.runs))) {
      console.log(rowOf(cells))
      if (miss !== null) misses.push(`${name}: ${miss}`)
    }
  }
  if (misses.length > 0) {
    console.error(misses.join('\n'))
    process.exitCode = 1
  }
}
