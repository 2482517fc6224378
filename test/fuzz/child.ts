/** One process of the fuzzer: makes an input, takes it to its parser, tells what came of it and what it cost. */
import { readFileSync, writeFileSync } from 'node:fs'
import { VoxelwiseError } from '../../src/engine/base/errors.ts'
import { Random } from '../unit/support/random.ts'
import { bombs } from './bombs.ts'
import type { Input } from './parser.ts'
import { parsers } from './parsers.ts'

/** A random input of a parser by its seed, or a bomb by its name. */
export type Order = { readonly parser: string; readonly seed: number } | { readonly bomb: string }

export interface Outcome {
  /** `ok`, the code or name of a typed error; null for any other error. */
  readonly code: string | null
  readonly message: string
  /** Bytes of the input. */
  readonly size: number
  /** Milliseconds of the parser alone: of the clock or of the processors, whichever are fewer. */
  readonly ms: number
  /** Bytes of memory that the process took beyond what it had, the input among them. */
  readonly memory: number
}

async function follow(order: Order): Promise<Outcome> {
  const name = 'bomb' in order ? (bombs[order.bomb]?.parser ?? '') : order.parser
  const parser = parsers[name]
  if (!parser) throw new Error(`There is no parser ${name}.`)
  const input = ('bomb' in order ? bombs[order.bomb]?.make() : parser.make(new Random(order.seed))) as Input
  process.send?.('begun')
  const before = memoryBefore()
  const [clock, cpu] = [performance.now(), process.cpuUsage()]
  let code: string | null = 'ok'
  let message = ''
  try {
    await parser.parse(input)
  } catch (error) {
    const known = parser.mayThrow?.some(kind => error instanceof kind)
    code = error instanceof VoxelwiseError ? error.info.code : known ? (error as Error).name : null
    message = error instanceof Error ? (code === null ? (error.stack ?? '') : error.message) : String(error)
  }
  const { user, system } = process.cpuUsage(cpu)
  const ms = Math.min(performance.now() - clock, (user + system) / 1000)
  const memory = Math.max(0, peakMemory() - before) + input.length
  return { code, message: message.slice(0, 2000), size: input.length, ms, memory }
}

const status = '/proc/self/status'
let isLinux = true

/** Elsewhere than on Linux the peak of the process's whole life stands for that of one input. */
function memoryBefore(): number {
  if (process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers > 1.5e8) globalThis.gc?.()
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    isLinux = false
  }
  return isLinux ? process.memoryUsage.rss() : peakMemory()
}

function peakMemory(): number {
  if (!isLinux) return process.resourceUsage().maxRSS * 1024
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024
}

process.on('message', (order: Order) => {
  void follow(order).then(outcome => process.send?.(outcome))
})
