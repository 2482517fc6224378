/** The questions of an audit: the run's answer to each, and the answers under every changed condition. */

import { str } from '@voxelwise/python'
import type { Countable } from '../../../engine/analysis/shares.ts'
import { isAffirmed } from '../../../engine/probes/affirmed.ts'
import { type Swap, untouchedBySwap } from '../../../engine/probes/image-swap.ts'
import { auditCondition, isA, isAuditPass, probeKey } from '../../../engine/probes/kind-of.ts'
import { optionOrder } from '../../../engine/probes/kinds/option-order.ts'
import { paraphrase } from '../../../engine/probes/kinds/paraphrase.ts'
import type { AuditCondition } from '../../../engine/probes/kinds/probe-kind.ts'
import { probeKinds } from '../../../engine/probes/kinds/registry.ts'
import { repeat } from '../../../engine/probes/kinds/repeat.ts'
import { swappedImage, wrongImage } from '../../../engine/probes/kinds/swapped-image.ts'
import { unchanged } from '../../../engine/probes/kinds/unchanged.ts'
import { unrotated } from '../../../engine/probes/option-order.ts'
import type { Pass, PassAnswer, RowOfRecord } from '../../../engine/probes/pass.ts'
import { passPlace } from '../../../engine/probes/passes.ts'
import { claimsToSee, isFree, isInWords, refuses } from '../../../engine/probes/replies.ts'
import type { Option, Protocol } from '../../../engine/protocol/protocol.ts'
import type { AnsweredRecord, RunRecord } from '../../../engine/protocol/record.ts'

/** What an audit's figures compare the original with, in the order of exported files. */
const inOrder: readonly AuditCondition[] = [
  ...[unchanged, swappedImage].flatMap(({ audit }) => audit?.conditions ?? []),
  ...probeKinds
    .filter(kind => kind !== unchanged && kind !== swappedImage)
    .flatMap(({ audit }) => audit?.conditions ?? []),
]
/** The id of a condition (`AuditCondition`). */
export type Condition = string
export const conditions: readonly Condition[] = inOrder.map(({ id }) => id)

const names = new Map(inOrder.map(({ id, name }) => [id, name]))
export const conditionName = (condition: Condition): string => names.get(condition) ?? condition

export interface Reply {
  /** In the question's own order of options; empty where nothing could be read. */
  readonly parsed: string
  readonly isRight: boolean
  /** What is right for the image that was shown, where that is another answer. */
  readonly swappedRight?: string
  /** Where the evidence is gone: whether it answers all the same; absent where it could not refuse, or was not read. */
  readonly isSilent?: boolean
}

export interface AuditItem {
  readonly row: Countable
  /** Index of the sample. */
  readonly index: number
  readonly original: Reply
  /** Whether two answers can be compared: not where it is answered in words. */
  readonly isComparable: boolean
  /** Whether the reply claims to see something; null where it has no words besides its answer. */
  readonly claims: boolean | null
  /** Whether it was rightly answered that something is there: any right answer but no, none, normal and the like. */
  readonly isAffirmed: boolean
  readonly replies: ReadonlyMap<Condition, Reply>
  /** Whether its right answer is also right for the wrong image, as far as the data set shows. */
  readonly fitsWrongImage: boolean
  /** Under each further wording; the first is the reply under `paraphrase` too. */
  readonly reworded: readonly Reply[]
  /** Drawn at temperature 1; the first is the reply under `repeat` too. */
  readonly drawn: readonly Reply[]
  /** Whether all wordings got the same answer, or else all orders of the options; null where one is missing or was not read. */
  readonly isStable: boolean | null
}

export interface AuditedPass {
  /** Id of its run. */
  readonly run: string
  /** Key of the pass's probe. */
  readonly key: string
}

interface AuditItems {
  readonly items: readonly AuditItem[]
  /** The pass behind each condition that was asked. */
  readonly passes: ReadonlyMap<Condition, AuditedPass>
  /** Answered questions without an image. */
  readonly withoutImage: number
  /** Questions asked with a wrong image for which their right answer is right too. */
  readonly untouched: number
}

/** By the index of the question. */
type Answers = ReadonlyMap<number, PassAnswer>

/** Whether a pass says something about the images. */
export const isAudited = ({ probe }: Pick<Pass, 'probe'>): boolean => isAuditPass(probe)

/**
 * Pairs the answers of a run with those of its passes. A question that failed in the run is no item, one that failed in a pass
 * has no reply there.
 * @param swaps which image stood in for which in the pass with wrong images
 */
export function auditItems(
  records: readonly RunRecord[],
  passes: readonly Pass[],
  protocol: Protocol,
  toRow: RowOfRecord,
  swaps: ReadonlyMap<string, Swap>,
): AuditItems {
  const { byCondition, auditedPasses, orders, wordings, draws } = answersByCondition(passes)
  const isAnyGone = evidenceFree.some(condition => byCondition.has(condition))
  const samples = records.map(({ sample }) => sample)
  const same = swaps.size > 0 ? untouchedBySwap(samples, swaps, protocol) : new Set<number>()
  let [withoutImage, untouched] = [0, 0]
  const items: AuditItem[] = []
  for (const record of records) {
    if (record.status === 'failed') continue
    const { index, fields } = record.sample
    if (record.sample.image === null) {
      withoutImage++
      continue
    }
    const options = protocol.listOptions(fields)
    const refusing = isAnyGone ? refusingOptions(options) : []
    const replies = new Map<Condition, Reply>()
    for (const [condition, answers] of byCondition) {
      const answer = answers.get(index)
      if (!answer || answer.verdict === 'failed') continue
      if (condition === wrongImage && same.has(index)) untouched++
      if (evidenceFree.includes(condition))
        replies.set(condition, { ...toReply(answer), ...silence(answer, refusing) })
      else replies.set(condition, toReply(answer))
    }
    const reworded = repliesTo(index, wordings)
    const original = { parsed: record.unparsed === undefined ? record.parsed : '', isRight: record.correct }
    const letters = options.map(({ letter }) => letter)
    items.push({
      row: toRow(record),
      index,
      original,
      isComparable: protocol.answerKind(fields) !== 'text',
      claims: byCondition.has(wrongImage) ? claimsIn(record, options) : null,
      isAffirmed: isAffirmed(record, protocol),
      replies,
      fitsWrongImage: same.has(index),
      reworded,
      drawn: repliesTo(index, draws),
      isStable:
        wordings.length > 0
          ? sameInAllWordings(original, reworded, wordings.length)
          : sameInAllOrders(index, original.parsed, letters, orders),
    })
  }
  return { items, passes: auditedPasses, withoutImage, untouched }
}

/** The answers of the passes by what they change, and the pass that counts for each condition. */
function answersByCondition(passes: readonly Pass[]) {
  const byCondition = new Map<Condition, Answers>()
  const auditedPasses = new Map<Condition, AuditedPass>()
  const orders = new Map<number, Answers>()
  const wordings: Answers[] = []
  const draws: Answers[] = []
  // Among two with other drawn regions, the one with more answers counts.
  const sorted = passes.toSorted(
    (a, b) => passPlace(a.probe) - passPlace(b.probe) || b.answers.length - a.answers.length,
  )
  for (const { run, probe, answers } of sorted) {
    const byIndex = new Map(answers.map(answer => [answer.index, answer]))
    const condition = auditCondition(probe)?.id
    if (isA(paraphrase, probe)) wordings.push(byIndex)
    if (isA(repeat, probe)) draws.push(byIndex)
    if (condition && !byCondition.has(condition)) {
      byCondition.set(condition, byIndex)
      auditedPasses.set(condition, { run, key: probeKey(probe) })
    }
    if (isA(optionOrder, probe)) orders.set(probe.shift, byIndex)
  }
  return { byCondition, auditedPasses, orders, wordings, draws }
}

const evidenceFree: readonly Condition[] = probeKinds.flatMap(({ hidesEvidence, audit }) =>
  hidesEvidence ? (audit?.conditions ?? []).map(({ id }) => id) : [],
)

/** Letters of the options that decline to answer: "Cannot be determined". */
const refusingOptions = (options: readonly Option[]): readonly string[] =>
  options.filter(({ value }) => refuses(str(value))).map(({ letter }) => letter)

/** @param refusing letters of the options that decline to answer */
function silence(
  { parsed, isUnparsed, isRefusal }: PassAnswer,
  refusing: readonly string[],
): Pick<Reply, 'isSilent'> {
  if (isRefusal || refusing.includes(parsed)) return { isSilent: false }
  const couldRefuse = isRefusal !== undefined || refusing.length > 0
  return couldRefuse && !isUnparsed && parsed !== '' ? { isSilent: true } : {}
}

function claimsIn(record: AnsweredRecord, options: readonly Option[]): boolean | null {
  const { response, parsed } = record
  if (response === null || !isFree(record)) return null
  const chosen = options.find(({ letter }) => letter === parsed)
  return isInWords(response, str(chosen?.value ?? '')) ? claimsToSee(response) : null
}

const toReply = ({ parsed, verdict, isUnparsed, swappedRight }: PassAnswer): Reply => ({
  parsed: isUnparsed ? '' : parsed,
  isRight: verdict === 'correct',
  ...(swappedRight !== undefined && { swappedRight }),
})

const repliesTo = (index: number, passes: readonly Answers[]): readonly Reply[] =>
  passes.flatMap(answers => {
    const answer = answers.get(index)
    return answer && answer.verdict !== 'failed' ? [toReply(answer)] : []
  })

function sameInAllWordings(original: Reply, reworded: readonly Reply[], wordings: number): boolean | null {
  const all = [original, ...reworded]
  if (reworded.length < wordings || all.some(({ parsed }) => parsed === '')) return null
  return all.every(({ parsed }) => parsed === original.parsed)
}

function sameInAllOrders(
  index: number,
  own: string,
  letters: readonly string[],
  orders: ReadonlyMap<number, Answers>,
): boolean | null {
  const meant = letters.map((_, shift) =>
    shift === 0 ? own : unrotated(letters, shift, orders.get(shift)?.get(index)?.parsed ?? ''),
  )
  return letters.length < 2 || meant.includes('') ? null : meant.every(answer => answer === own)
}
