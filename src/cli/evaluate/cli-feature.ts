import type { CommandSpec, Main } from '../base/command.ts'
import type { SampleSource } from '../base/sample-source.ts'
import type { ScoreCheck } from '../base/score-check.ts'
import type { FurtherPasses } from './further-passes.ts'
import type { RunPart } from './run-part.ts'
import type { NameServedModel } from './served-model.ts'

interface CommandModule {
  readonly main: Main
  readonly spec: CommandSpec
}

/** What a feature gives to the command line. */
export interface CliFeature {
  /** Commands by name; their code is loaded when it is called. */
  readonly commands?: Readonly<Record<string, () => Promise<CommandModule>>>
  /** Parts of a run that `evaluate` makes in place of the whole. */
  readonly runParts?: readonly RunPart[]
  /** Passes that `evaluate` makes when a run has ended. */
  readonly furtherPasses?: readonly FurtherPasses[]
  /** Checks of the figures that `score` makes. */
  readonly scoreChecks?: readonly ScoreCheck[]
  /** Other samples that `samples` writes. */
  readonly sampleSources?: readonly SampleSource[]
  /** Names the model of a server that `evaluate` asks. */
  readonly servedModel?: NameServedModel
}
