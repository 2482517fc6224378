/** Browsers beside Chromium, each driven by its own protocol, and what a test asks of any of them. */

/** A page in some browser. */
export interface Driven {
  /** Name and version of the browser. */
  readonly name: string
  goto(url: string): Promise<void>
  /** Runs a function in the page, which sees nothing but its arguments: plain data, as what it gives. */
  run<Arguments extends readonly unknown[], Result>(
    work: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result>
  /** Puts files of this machine into an input. */
  put(selector: string, files: readonly string[]): Promise<void>
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

/** A browser of this machine, if it has it. */
export interface Installed {
  readonly browser: 'Firefox' | 'WebKit'
  /** Why it cannot be driven; null where it can. */
  readonly missing: string | null
  open(): Promise<Driven>
}

/** Milliseconds that one piece of work in a page may take. */
export const patience = 540_000
