import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { AskedPicture, PictureTime } from './native-loop.ts'

export interface TorchModel {
  /** What was exported: it has the processor's settings. */
  readonly model: string
  /** Weights that the export was made of; without it those of tools/bench/smolvlm_shape.py. */
  readonly checkpoint?: string
  /** Longest answer; 32 unless given. */
  readonly maxNewTokens?: number
}

/** `tools/bench/torch_loop.py` in a process of its own, with its model loaded. */
export class TorchLoop {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>
  readonly #reader: Interface

  /** @param python an interpreter that has torch and transformers */
  constructor(python: string, { model, checkpoint, maxNewTokens }: TorchModel) {
    const args = ['tools/bench/torch_loop.py', model, '--threads', String(availableParallelism())]
    if (checkpoint !== undefined) args.push('--checkpoint', checkpoint)
    if (maxNewTokens !== undefined) args.push('--max-new-tokens', String(maxNewTokens))
    this.#process = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#reader = createInterface({ input: this.#process.stdout })
    this.#lines = this.#reader[Symbol.asyncIterator]()
  }

  /** What it is, once it is ready: its version and threads. */
  async ready(): Promise<string> {
    return this.#line()
  }

  async ask(questions: readonly AskedPicture[]): Promise<PictureTime> {
    this.#process.stdin.write(`${JSON.stringify(questions)}\n`)
    return JSON.parse(await this.#line())
  }

  close(): void {
    this.#reader.close()
    this.#process.kill()
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('The PyTorch loop ended: see what it said above.')
    return value
  }
}
