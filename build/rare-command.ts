/** A command of `npm run lab`. */
export interface RareCommand {
  readonly name: string
  /** One line of the list. */
  readonly about: string
  /** Programs that run in turn, each with its arguments. The first that fails is the last. */
  readonly steps: readonly (readonly string[])[]
}

/** How `npm run lab -- small` runs a command at a small size. */
export interface SmallCommand {
  /** The file that is run. */
  readonly file: string
  readonly options: readonly string[]
  /** Exit codes besides 0: a simulation of few runs may miss its target. */
  readonly may?: readonly number[]
  /** Why it cannot run here; null where it can. */
  readonly lacks?: string | null
}
