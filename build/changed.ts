/** What `npm run check -- --changed` runs: the same checks, on what differs from the branch `main`. */
import { execFileSync } from 'node:child_process'

/** Tests that read files of the repository instead of importing them: whatever changed may concern them. */
const readers = ['architecture', 'dependencies', 'keyed-by-text', 'scripts'].map(
  name => `test/unit/${name}.test.ts`,
)

/**
 * Files that differ from where this branch left another, committed or not, as paths from the repository's root. Deleted ones are left
 * out. @throws Error of git, where there is no such branch
 */
export function changedSince(branch: string): readonly string[] {
  const git = (...args: readonly string[]): readonly string[] =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const [start = branch] = git('merge-base', branch, 'HEAD')
  const known = git('diff', '--name-only', '--diff-filter=d', start)
  return [...new Set([...known, ...git('ls-files', '--others', '--exclude-standard')])].sort()
}

/**
 * The program that a script of package.json runs, with its arguments. Types are always checked as a whole.
 * @param changed null: everything is checked
 */
export function scriptProgram(script: string, changed: readonly string[] | null): readonly string[] {
  if (changed !== null && script === 'lint')
    return ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed]
  if (changed !== null && script === 'test:unit')
    return ['vitest', 'related', '--run', '--project', 'unit', ...readers, ...changed]
  return ['npm', 'run', '-s', script]
}
