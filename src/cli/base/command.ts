/** A command: options as data, its work, and its exit code. `runIfStarted` connects it to the process. */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { type CommandOption, helpLines, type OptionValues, readArguments } from './options.ts'

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  /** `merge`: shards are incomplete. */
  incomplete: 3,
  /** As in shells: 128 and the number of the signal. */
  interrupted: 130,
} as const

/** 2 for a wrong command line, else 1. */
export const exitCodeFor = ({ code }: Pick<ErrorInfo, 'code'>): number =>
  code === 'usage' ? exitCodes.usage : exitCodes.failed

/** A command's view of the outside world, so that a test can run it without a process. */
export interface Io {
  readonly stdout: (line: string) => void
  /** Prints a line about progress or errors. */
  readonly stderr: (line: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signals: Signals
}

/** Where interrupts come from; a process has these. */
export interface Signals {
  on(signal: 'SIGINT' | 'SIGTERM', heed: () => void): unknown
  off(signal: 'SIGINT' | 'SIGTERM', heed: () => void): unknown
  exit(code: number): void
}

/** Runs a command. Never rejects. @returns its exit code */
export type Main = (argv: readonly string[], io: Io) => Promise<number>

export interface CommandSpec<List extends readonly CommandOption[] = readonly CommandOption[]> {
  readonly name: string
  readonly about: string
  /** How it is called, one line each. */
  readonly synopsis: readonly string[]
  readonly options: List
  /** Paragraphs below the options. */
  readonly notes?: readonly string[]
  readonly takesFiles?: true
  /** Exit code of a failure; by default 2 for a wrong command line, else 1. */
  readonly exitCodeFor?: (error: ErrorInfo, argv: readonly string[]) => number
}

interface Given<List extends readonly CommandOption[]> {
  readonly args: OptionValues<List>
  readonly files: readonly string[]
  readonly argv: readonly string[]
  readonly io: Io
}

/** @param work resolves to an exit code, or to nothing where it is 0 */
export function defineCommand<const List extends readonly CommandOption[]>(
  spec: CommandSpec<List>,
  work: (given: Given<List>) => Promise<number> | Promise<void>,
): Main {
  return async (argv, io) => {
    try {
      if (argv.includes('--help')) {
        io.stdout(fullHelp(spec))
        return exitCodes.done
      }
      const { values, files } = readArguments(spec.options, argv, spec.takesFiles)
      return (await work({ args: values, files, argv, io })) || exitCodes.done
    } catch (error) {
      const info = internalError('voxelwise', error)
      const remedy = info.code === 'usage' && info.remedy === '' ? shortUsage(spec) : info.remedy
      io.stderr(`${info.message} (${info.subject}) ${remedy}`)
      if (info.detail) io.stderr(info.detail)
      return (spec.exitCodeFor ?? exitCodeFor)(info, argv)
    }
  }
}

const indentedSynopsis = ({ synopsis }: CommandSpec): string => synopsis.map(line => `  ${line}`).join('\n')

const shortUsage = (spec: CommandSpec): string =>
  `Usage:\n${indentedSynopsis(spec)}\nAdd --help to see all options.`

const fullHelp = (spec: CommandSpec): string =>
  [
    `${spec.about}\n\nUsage:\n${indentedSynopsis(spec)}`,
    `Options:\n${[...helpLines(spec.options), '  --help'].join('\n')}`,
    ...(spec.notes ?? []),
  ].join('\n\n')

/** Control characters, which could move a terminal's cursor, and those that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text with names in it (of files, models, labels) that a terminal can show: characters that would act are escaped. */
export const printable = (text: string): string =>
  text.replace(unprintable, character => `\\u{${character.codePointAt(0)?.toString(16)}}`)

const processIo: Io = {
  // Unlike `process.stdout.write`, the console ignores a closed pipe.
  stdout: line => console.log(printable(line)),
  stderr: line => console.error(printable(line)),
  env: process.env,
  signals: process,
}

export async function runInProcess(
  main: Main,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  process.exitCode = await main(argv, processIo)
}

/** Runs a command where its module is the one that Node was started with, and does nothing where it is imported. */
export async function runIfStarted(module: string, main: Main): Promise<void> {
  const [, started] = process.argv
  if (started !== undefined && realpathSync(started) === fileURLToPath(module)) await runInProcess(main)
}
