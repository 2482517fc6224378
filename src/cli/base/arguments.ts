/** Command lines: options in, typed values or a usage error out; and how a command ends. */
import { parseArgs } from 'node:util'
import { type ErrorInfo, internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import { printable } from './printable.ts'

type Spec = Readonly<Record<string, 'text' | 'flag'>>
export type Arguments<S extends Spec> = {
  readonly [K in keyof S]: S[K] extends 'flag' ? boolean : string | undefined
}

export function usageError(message: string, subject: string, usage: string): VoxelwiseError {
  return new VoxelwiseError({ code: 'usage', message, subject, remedy: `Usage:\n${usage}` })
}

/**
 * @param files takes what is no option; without it there must be nothing else
 * @throws VoxelwiseError usage: an unknown option, one without its value, or anything that is no option
 */
export function readArguments<S extends Spec>(
  argv: readonly string[],
  spec: S,
  usage: string,
  files?: string[],
): Arguments<S> {
  const options = Object.fromEntries(
    Object.entries(spec).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? 'boolean' : 'string' } as const,
    ]),
  )
  const parse = () => {
    try {
      const allowPositionals = files !== undefined
      const parsed = parseArgs({ args: [...argv], options, strict: true, allowPositionals })
      files?.push(...parsed.positionals)
      return parsed.values
    } catch (error) {
      const message = error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error)
      throw usageError(`${message}.`, argv.join(' '), usage)
    }
  }
  const values = parse()
  const empty = Object.keys(values).find(name => values[name] === '')
  if (empty !== undefined) throw usageError('An option has no value.', `--${empty}`, usage)
  const read = Object.entries(spec).map(([name, kind]) => [
    name,
    values[name] ?? (kind === 'flag' ? false : undefined),
  ])
  // parseArgs has checked that every value is of the kind its option asks for.
  return Object.fromEntries(read) as Arguments<S>
}

const exitCode = ({ code }: ErrorInfo): number => (code === 'usage' ? 2 : 1)

/**
 * Runs a command to its exit code: 0, or one of its failure, which is told in one line.
 * @param exitCodeOf 2 for a wrong command line, else 1, unless given
 */
export async function runCommand(command: () => Promise<void>, exitCodeOf = exitCode): Promise<void> {
  try {
    await command()
  } catch (error) {
    const info = internalError('voxelwise', error)
    console.error(printable(`${info.message} (${info.subject}) ${info.remedy}`))
    if (info.detail) console.error(info.detail.split('\n').map(printable).join('\n'))
    process.exitCode = exitCodeOf(info)
  }
}
