import type { Page } from 'playwright-core'
import type { TableReading } from '../../data/formats/format.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import type { Io } from '../base/command.ts'
import type { Interrupt } from '../base/interrupt.ts'
import type { CommandOption } from '../base/options.ts'
import type { EvaluateOptions } from './options.ts'

/** What a part of a run is made with. */
export interface PartTask {
  readonly options: EvaluateOptions
  /** The whole command line as it was read, the part's own options among it. */
  readonly args: Readonly<Record<string, unknown>>
  readonly argv: readonly string[]
  readonly io: Io
}

interface PartPageTask extends PartTask {
  readonly page: Page
  readonly reading: TableReading
  readonly interrupt: Interrupt
}

/** A part of a run that `evaluate` makes in place of the whole, as a feature says. */
export interface RunPart {
  readonly options: readonly CommandOption[]
  /** Its exit codes, in a sentence. */
  readonly note: string
  /** The exit code of an interrupt. */
  readonly interrupted: number
  /** Whether a command line asks for it: known before that is read, since a wrong one ends with its codes, too. */
  isAskedBy(argv: readonly string[]): boolean
  exitCodeFor(error: Pick<ErrorInfo, 'code'>): number
  /** @throws VoxelwiseError usage where its options are wrong */
  check(args: PartTask['args']): void
  /** @returns exit code */
  inPage(task: PartPageTask): Promise<number>
  native(task: PartTask): Promise<number>
}

export const partAskedBy = (parts: readonly RunPart[], argv: readonly string[]): RunPart | undefined =>
  parts.find(part => part.isAskedBy(argv))
