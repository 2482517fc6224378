/** The written answers of a run, read by every judge's rules at once. */
import { VoxelwiseError } from '../base/errors.ts'
import type { Judge } from '../protocol/judges/judge.ts'
import { newestJudges } from '../protocol/judges/registry.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { ProtocolReference } from '../protocol/protocol-reference.ts'
import { findProtocol, withJudge } from '../protocol/protocols/registry.ts'
import type { AnsweredRecord, RunRecord } from '../protocol/record.ts'
import { findClusters } from './clusters.ts'
import { type Comparison, PairedAnswers } from './paired-differences.ts'
import { overall } from './report.ts'
import type { ResultRow } from './result-row.ts'
import type { Estimate } from './shares.ts'

/** What one set of rules makes of the answers. */
export interface RuleFigures {
  /** Id of the judge; null for the run's own reading. */
  readonly judge: string | null
  readonly name: string
  readonly n: number
  readonly accuracy: number
  /** Answers that it cannot read: they count as wrong. */
  readonly unparsed: number
  /** Minus the run's own reading of the same answers; null for that itself. */
  readonly difference: Comparison | null
}

interface EveryRuleFigures {
  readonly own: Estimate
  /** The run's own reading first, then by accuracy. */
  readonly rules: readonly RuleFigures[]
}

interface Reader {
  readonly id: string
  readonly name: string
  readonly protocol: Protocol
  /** By the place of the record. */
  readonly isRight: Uint8Array
  unparsed: number
}

/** Reads the records as they come. */
export class EveryRule {
  readonly #rows: readonly ResultRow[]
  readonly #own: Protocol
  readonly #readers: readonly Reader[]
  #place = 0

  /**
   * Judges that cover none of the run's kinds of question are left out.
   * @param rows of the run, in the order of its records
   */
  constructor(rows: readonly ResultRow[], reference: ProtocolReference) {
    this.#rows = rows
    this.#own = findProtocol(reference)
    const plain = findProtocol({ id: reference.id, version: reference.version })
    const kinds = new Set(rows.map(({ kind }) => kind))
    const covers = ({ readers }: Judge) => [...kinds].some(kind => readers[kind])
    this.#readers = newestJudges()
      .filter(covers)
      .map(judge => ({
        ...{ id: judge.id, name: judge.name, protocol: withJudge(plain, judge) },
        ...{ isRight: new Uint8Array(rows.length), unparsed: 0 },
      }))
  }

  add(records: readonly RunRecord[]): void {
    for (const record of records) {
      const place = this.#place++
      if (record.status === 'answered') for (const reader of this.#readers) read(reader, record, place)
    }
  }

  figures(): EveryRuleFigures {
    const rows = [...this.#rows.entries()].filter(([, { verdict }]) => verdict !== 'failed')
    const clusters = findClusters(this.#rows)
    const ownFigures = overall(this.#rows)
    const n = rows.length
    const rules = this.#readers.map(({ id, name, isRight, unparsed }): RuleFigures => {
      const pairs = rows.map(([place, row]) => {
        const verdict = isRight[place] ? ('correct' as const) : ('wrong' as const)
        return [row, { ...row, verdict }] as const
      })
      const difference = new PairedAnswers(pairs, clusters).overall()
      return { judge: id, name, n, accuracy: difference.second, unparsed, difference }
    })
    const { name } = this.#own
    const unparsed = rows.filter(([, { isUnparsed }]) => isUnparsed).length
    return {
      own: ownFigures,
      rules: [
        { judge: null, name, n, accuracy: ownFigures.share, unparsed, difference: null },
        ...rules.sort((a, b) => b.accuracy - a.accuracy),
      ],
    }
  }
}

/** An answer that is too long for the rules is unread. */
function read(reader: Reader, { response, sample }: AnsweredRecord, place: number): void {
  try {
    const { correct, unparsed } = reader.protocol.judge(response, sample.fields)
    reader.isRight[place] = Number(correct)
    if (unparsed !== undefined) reader.unparsed++
  } catch (error) {
    if (!(error instanceof VoxelwiseError)) throw error
    reader.unparsed++
  }
}
