/** What the figures need of a run's extra pass. */
import type { Countable } from '../analysis/shares.ts'
import type { Occlusion } from '../protocol/occlusion.ts'
import type { Probe } from '../protocol/probe.ts'
import { imagesShownIn, type RunRecord } from '../protocol/record.ts'
import { imagesKey } from '../protocol/sample.ts'
import { findProbeKind } from './kind-of.ts'
import { isFree, refuses } from './replies.ts'
import type { OptionReadings } from './withheld-options.ts'

/** What the figures need of one record of a pass: a run may have thirty passes. */
export interface PassAnswer {
  readonly index: number
  readonly verdict: Countable['verdict']
  /** As the model gave it, in the order that was shown. */
  readonly parsed: string
  /** Whether its answer could not be read; absent where it could. */
  readonly isUnparsed?: true
  /** Whether it declines to answer; only of a pass without evidence, where the model could. */
  readonly isRefusal?: boolean
  /** Whether a judge read it, since no rule could. */
  readonly isJudged?: true
  /** What is right for the image that was shown, where that is another answer. */
  readonly swappedRight?: string
  /** What stood in for its own image, or for all its images (`imagesKey`); null where nothing did. */
  readonly shownImage: string | null
  /** In percent, of a pass that asks how sure the model is; null where its reply could not be read. */
  readonly stated?: number | null
  /** The map of a pass that removes blocks of the image. */
  readonly occlusion?: Occlusion
}

/** What of a record is counted and labelled. */
export type RowOfRecord = (record: RunRecord) => Countable

export interface Pass {
  /** Id of its run. */
  readonly run: string
  readonly probe: Probe
  readonly answers: readonly PassAnswer[]
  /** Name of the judge that read replies without options. */
  readonly readBy?: string
}

/** @param readings of a judge, of the replies that no rule could read */
export function passAnswer(record: RunRecord, probe: Probe, readings: OptionReadings | null): PassAnswer {
  const { sample } = record
  const shownImage = record.shownImage === undefined ? null : imagesKey(imagesShownIn(record))
  if (record.status === 'failed') return { index: sample.index, verdict: 'failed', parsed: '', shownImage }
  const meant = record.unparsed === undefined ? undefined : readings?.options.get(sample.index)
  if (meant !== undefined) {
    const verdict = meant === record.rightAnswer ? 'correct' : 'wrong'
    return { index: sample.index, verdict, parsed: meant, shownImage, isJudged: true }
  }
  const verdict = record.correct ? 'correct' : 'wrong'
  const isRefusal =
    findProbeKind(probe).hidesEvidence && isFree(record) ? refuses(record.response ?? '') : undefined
  return {
    ...{ index: sample.index, verdict, parsed: record.parsed, shownImage },
    ...(record.unparsed !== undefined && { isUnparsed: true as const }),
    ...(isRefusal !== undefined && { isRefusal: isRefusal || record.rule === 'refusal' }),
    ...(record.stated && { stated: record.stated.percent }),
    ...(record.occlusion && { occlusion: record.occlusion }),
    ...(record.swappedRight !== undefined && { swappedRight: record.swappedRight }),
  }
}
