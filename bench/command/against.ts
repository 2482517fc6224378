/**
 * This version beside an earlier commit, on one machine and in one session: each in turn, since the machine's speed changes from minute
 * to minute.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchResult } from './result.ts'
import { measureSpread } from './spread.ts'
import { ms, table } from './text-table.ts'

/** How often each is measured. */
const turns = 3

/**
 * @param commit any name that git knows it by
 * @param argv what both benches are given
 * @param note told what is measured next
 * @returns the results of each, in the order of the turns
 * @throws Error where git, npm or a bench fails
 */
export async function measureAgainst(
  commit: string,
  argv: readonly string[],
  note: (text: string) => void,
): Promise<{ readonly here: readonly BenchResult[]; readonly there: readonly BenchResult[] }> {
  const work = mkdtempSync(join(tmpdir(), 'voxelwise-against-'))
  const copy = join(work, 'copy')
  const run = (folder: string, program: string, ...words: readonly string[]): void => {
    execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const measure = (folder: string): BenchResult => {
    const json = join(work, 'result.json')
    run(folder, 'npm', 'run', '-s', 'bench', '--', ...argv, '--json', json)
    return JSON.parse(readFileSync(json, 'utf8'))
  }
  try {
    note(`copying ${commit}`)
    run('.', 'git', 'worktree', 'add', '--detach', copy, commit)
    run(copy, 'npm', 'ci', '--no-audit', '--no-fund')
    const here: BenchResult[] = []
    const there: BenchResult[] = []
    for (let turn = 1; turn <= turns; turn++) {
      note(`turn ${turn} of ${turns}: this version`)
      here.push(measure('.'))
      note(`turn ${turn} of ${turns}: ${commit}`)
      there.push(measure(copy))
    }
    return { here, there }
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', copy])
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Case = BenchResult['cases'][number]

const columns: readonly (readonly [
  head: string,
  of: (one: Case) => number,
  show: (value: number) => string,
])[] = [
  ['generate ms', one => one.generate_ms, ms],
  ['choices ms', one => one.choices_ms, ms],
  ['generate / floor', one => one.over_floor.generate.median, value => value.toFixed(2)],
  ['choices / floor', one => one.over_floor.choices.median, value => value.toFixed(2)],
  ['naive / generate', one => one.naive_ms / one.generate_ms, value => value.toFixed(2)],
]

/** A table of the cases that both measured: medians of the turns, with smallest and largest. */
export function againstTable(
  commit: string,
  { here, there }: { readonly here: readonly BenchResult[]; readonly there: readonly BenchResult[] },
): string {
  const rows = (here[0]?.cases ?? []).flatMap((first, at) => {
    const name = `${first.model} ${first.dtype}, ${first.device}, ${first.questions_per_image} a picture`
    return [
      [`${name}, this version`, ...cells(here, at)],
      [`${name}, ${commit}`, ...cells(there, at)],
    ]
  })
  return table(['case', ...columns.map(([head]) => head)], rows)
}

function cells(results: readonly BenchResult[], at: number): readonly string[] {
  const cases = results.flatMap(({ cases }) => cases[at] ?? [])
  return columns.map(([, of, show]) => {
    const { median, min, max } = measureSpread(cases.map(of))
    return `${show(median)} (${show(min)} to ${show(max)})`
  })
}
