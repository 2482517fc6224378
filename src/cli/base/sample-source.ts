import type { Io } from './command.ts'
import type { CommandOption } from './options.ts'

type Args = Readonly<Record<string, unknown>>

/** Other samples than those of tables that a feature adds to `samples`, with their options. */
export interface SampleSource {
  /** How the command is called for them, behind its name. */
  readonly synopsis: string
  readonly options: readonly CommandOption[]
  isAsked(args: Args): boolean
  write(args: Args, io: Io): Promise<void>
}

/** What a command line asks for besides tables. */
export const sourceFor = (sources: readonly SampleSource[], args: Args): SampleSource | undefined =>
  sources.find(source => source.isAsked(args))
