/** Inputs are tried in a process of their own, which can be ended: what hangs or dies is a finding like any other. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Order, Outcome } from './child.ts'

/** What no file may exceed before it is refused. */
export const limits = { ms: 5000, memory: 512_000_000 } as const

/** Seconds until a process is ended, of those that this one lives through: a busy machine is slow, and one may be frozen. */
const patience = 180

export interface Tried extends Outcome {
  readonly fault: 'untyped error' | 'time' | 'memory' | 'hang' | 'crash' | null
}

export class Harness {
  #child: ChildProcess | null = null

  async try(order: Order): Promise<Tried> {
    this.#child ??= fork(new URL('child.ts', import.meta.url), {
      execArgv: ['--import', 'tsx', '--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const child = this.#child
    const stop = new AbortController()
    const died = once(child, 'exit', stop).then(() => null)
    let timer: NodeJS.Timeout | undefined
    let left = patience
    let hung = false
    child.send(order)
    try {
      for (;;) {
        const said = await Promise.race([once(child, 'message', stop).then(([one]) => one), died])
        if (said === 'begun') {
          timer = setInterval(() => {
            if (--left > 0) return
            hung = true
            child.kill('SIGKILL')
          }, 1000)
        } else if (said === null) {
          this.#child = null
          return {
            code: null,
            message: '',
            size: 0,
            ms: (patience - left) * 1000,
            memory: 0,
            fault: hung ? 'hang' : 'crash',
          }
        } else return { ...said, fault: findFault(said) }
      }
    } finally {
      clearInterval(timer)
      stop.abort()
      died.catch(() => null)
    }
  }

  close(): void {
    this.#child?.kill()
    this.#child = null
  }
}

function findFault({ code, ms, memory }: Outcome): Tried['fault'] {
  if (code === null) return 'untyped error'
  if (ms > limits.ms) return 'time'
  return memory > limits.memory ? 'memory' : null
}
