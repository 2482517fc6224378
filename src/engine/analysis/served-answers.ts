/** Counts about the answers of a server, apart from their contents. */
import type { RunRecord } from '../protocol/record.ts'

const none = {
  answered: 0,
  /** Cut at the maximum of new tokens before any answer: all of it was thoughts. */
  cutInThought: 0,
  /** Answers before which the model thought, and the tokens of that as far as they are counted apart. */
  thought: 0,
  thinkingTokens: 0,
  /** Answered at a second attempt or later. */
  retried: 0,
  /** With an option of which only a bound is known, and without. */
  bounded: 0,
  allBounds: 0,
  /** Answers that were constrained to the offered ones, and how many disobeyed. */
  held: 0,
  ignored: 0,
  /** About an image that was sent as PNG instead of as it is. */
  reencoded: 0,
}
export type ServedAnswers = Readonly<typeof none>

/** Counts them of records that come a chunk at a time. */
export class ServedCount {
  readonly #counts = { ...none }

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
