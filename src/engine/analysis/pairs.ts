/**
 * Pairs: one question and its options about two images with different right answers. Set accuracy is the share of pairs in which
 * both answers are right; confusion is the share, of pairs whose answers could both be read, in which they are the same
 * (MediConfusion, arXiv 2409.15477, and `print_score` of its utils/answering.py, fcb0499).
 */

import { get, type JsonObject, str } from '@voxelwise/python'
import { getOrMake } from '../base/grouping.ts'
import { guessingChance } from '../protocol/chance.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { AnsweredRecord } from '../protocol/record.ts'
import { Clusters } from './clusters.ts'
import type { ResultRow } from './result-row.ts'
import { linkedRows } from './rows.ts'
import { type Estimate, Shares } from './shares.ts'

export interface PairFigures {
  /** Pairs of which both questions were answered. */
  readonly pairs: number
  /** Values of `pair` with another number of answers: they are in no figure here. */
  readonly incomplete: number
  readonly setAccuracy: Estimate
  /** Null where no pair has two answers that could be read. */
  readonly confusion: Estimate | null
}

interface Member {
  readonly row: ResultRow
  readonly isRight: boolean
  /** The text of the option that was chosen, else what was read; null where nothing was. */
  readonly said: string | null
  readonly chance: number | null
}

/** Gathers them of records that come a chunk at a time; of records without a pair it holds nothing. */
export class PairBuilder {
  readonly #protocol: Protocol
  readonly #members = new Map<string, Member[]>()
  readonly #toRow: (record: AnsweredRecord) => ResultRow

  constructor(protocol: Protocol) {
    this.#protocol = protocol
    this.#toRow = linkedRows(protocol)
  }

  add(record: AnsweredRecord): void {
    const { fields } = record.sample
    const pair = get(fields, 'pair')
    if (typeof pair !== 'string' || pair === '') return
    const option = this.#protocol.listOptions(fields).find(({ letter }) => letter === record.parsed)
    getOrMake(this.#members, `${str(get(fields, 'dataset'))}\n${pair}`, () => []).push({
      row: this.#toRow(record),
      isRight: record.correct,
      said:
        record.unparsed !== undefined || record.parsed === ''
          ? null
          : option
            ? str(option.value)
            : record.parsed,
      chance: guessingChance(this.#protocol, fields),
    })
  }

  /** Null where no question is one of a pair. */
  figures(): PairFigures | null {
    const sets = [...this.#members.values()]
    const pairs = sets.flatMap(([first, second, ...more]) =>
      first && second && more.length === 0 ? [[first, second] as const] : [],
    )
    if (pairs.length === 0) return null
    const clusters = new Clusters(pairs.flatMap(members => members.map(({ row }) => row)))
    const share = (
      of: readonly (readonly [Member, Member])[],
      holds: (first: Member, second: Member) => boolean,
      chance: (first: Member, second: Member) => number | null,
    ): Estimate =>
      new Shares(
        of.map(([first, second]) => ({
          row: first.row,
          value: Number(holds(first, second)),
          chance: chance(first, second),
        })),
        clusters,
      ).whole()
    const read = pairs.filter(([first, second]) => first.said !== null && second.said !== null)
    return {
      pairs: pairs.length,
      incomplete: sets.length - pairs.length,
      setAccuracy: share(
        pairs,
        (first, second) => first.isRight && second.isRight,
        (first, second) =>
          first.chance === null || second.chance === null ? null : first.chance * second.chance,
      ),
      confusion:
        read.length === 0
          ? null
          : share(
              read,
              (first, second) => first.said === second.said,
              // Two answers drawn from the same options are the same as often as one is right.
              first => first.chance,
            ),
    }
  }
}

const shareJson = ({ n, correct, share, low, high, chance }: Estimate): JsonObject => ({
  n,
  count: correct,
  share,
  low,
  high,
  guessing: chance,
})

/** As in `metrics_summary.json`. */
export const pairsJson = ({ pairs, incomplete, setAccuracy, confusion }: PairFigures): JsonObject => ({
  pairs,
  incomplete,
  set_accuracy: shareJson(setAccuracy),
  confusion: confusion && shareJson(confusion),
})
