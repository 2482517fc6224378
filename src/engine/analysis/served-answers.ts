/** Counts about the answers of a server, apart from their contents. */
import type { RunRecord } from '../protocol/record.ts'

export interface ServedAnswers {
  readonly answered: number
  /** Cut at the maximum of new tokens before any answer: all of it was thoughts. */
  readonly cutInThought: number
  /** Answers before which the model thought, and the tokens of that as far as they are counted apart. */
  readonly thought: number
  readonly thinkingTokens: number
  /** Answered at a second attempt or later. */
  readonly retried: number
  /** With an option of which only a bound is known, and without. */
  readonly bounded: number
  readonly allBounds: number
  /** Answers that were constrained to the offered ones, and how many disobeyed. */
  readonly held: number
  readonly ignored: number
  /** About an image that was sent as PNG instead of as it is. */
  readonly reencoded: number
}

/** Counts them of records that come a chunk at a time. */
export class ServedCount {
  readonly #counts = {
    answered: 0,
    cutInThought: 0,
    thought: 0,
    thinkingTokens: 0,
    retried: 0,
    bounded: 0,
    allBounds: 0,
    held: 0,
    ignored: 0,
    reencoded: 0,
  }

  add(records: readonly RunRecord[]): void {
    const counts = this.#counts
    for (const record of records) {
      if (record.status !== 'answered' || !record.score?.server) continue
      const { stop, text, choices = [], server } = record.score
      const bounds = choices.filter(({ isBound }) => isBound).length
      counts.answered++
      counts.cutInThought += Number(stop === 'max-new-tokens' && text === '' && server.thoughts !== undefined)
      counts.thought += Number(server.thoughts !== undefined)
      counts.thinkingTokens += server.thinkingTokens ?? 0
      counts.retried += Number(server.tries > 1)
      counts.bounded += Number(bounds > 0)
      counts.allBounds += Number(bounds > 0 && bounds === choices.length)
      counts.held += Number(server.held !== undefined)
      counts.ignored += Number(server.held === 'ignored')
      counts.reencoded += Number(server.reencoded !== undefined)
    }
  }

  /** Null where no server answered. */
  answers(): ServedAnswers | null {
    return this.#counts.answered === 0 ? null : { ...this.#counts }
  }
}
