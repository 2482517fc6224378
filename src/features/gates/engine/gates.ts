/** Conditions that a run's figures must meet, such as before a model is released. */

import {
  get,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  str,
  stringifyJson,
} from '@voxelwise/python'
import type { Interval } from '@voxelwise/statistics'
import type { Clusters } from '../../../engine/analysis/clusters.ts'
import { type AnswerPair, alpha, PairedAnswers } from '../../../engine/analysis/paired-differences.ts'
import type { Countable, Shares, SliceKey } from '../../../engine/analysis/shares.ts'
import { isMostlyUnread, type UnreadCount } from '../../../engine/analysis/unread.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'

const bounds = ['low', 'high', 'share'] as const
type Bound = (typeof bounds)[number]

/** With fewer clusters nothing is decided. */
const gateClusters = 20

export interface Gate {
  readonly figure: 'accuracy'
  /** The slice; all questions where it is empty. */
  readonly where: SliceKey
  /** What is compared: a limit of the 95 % interval, or the figure itself. */
  readonly bound: Bound
  readonly atLeast: number | null
  readonly atMost: number | null
  /** A results.json of another run: the figure is then this run minus that one, on the questions that both answered. */
  readonly against: string | null
}

type GateOutcome = 'pass' | 'fail' | 'undecided'

export interface GateResult {
  readonly gate: Gate
  readonly outcome: GateOutcome
  /**
   * Why nothing is decided: too many replies of the run could not be read, the other run is not known, no question of the slice
   * was answered, or on too few clusters.
   */
  readonly reason: 'mostly-unread' | 'no-such-run' | 'no-such-slice' | 'too-few-clusters' | null
  readonly n: number
  readonly clusters: number
  /** The share or the difference, with its interval; null without such questions. */
  readonly value: (Interval & { readonly share: number }) | null
  /** P-value of the sign-flip test, where it decides instead of the interval: a difference against a limit of 0. */
  readonly decidingP: number | null
}

/**
 * `{"gates": [{"figure": "accuracy", "where": {…}, "bound": "low", "atLeast": 0.6}]}`. With `against`, `margin` stands for
 * `"atLeast": -margin`.
 * @throws VoxelwiseError bad-gates, naming the gate and the field
 */
export function readGates(json: Json, file: string): readonly Gate[] {
  const gates = isJsonObject(json) ? get(json, 'gates') : undefined
  if (!isJsonArray(gates)) throw badGates(file, 'The file has no list "gates".')
  return gates.map((gate, at) => readGate(gate, `${file}, gates[${at}]`))
}

/** @throws VoxelwiseError bad-json, bad-gates */
export function gatesInText(text: string, file: string): readonly Gate[] {
  try {
    return readGates(parseJson(text), file)
  } catch (cause) {
    if (cause instanceof VoxelwiseError) throw cause
    const message = `The file is not JSON. ${cause instanceof Error ? cause.message : ''}`
    throw new VoxelwiseError({ code: 'bad-json', subject: file, message, remedy: 'Correct it there.', cause })
  }
}

const known: readonly string[] = ['figure', 'where', 'bound', 'atLeast', 'atMost', 'against', 'margin']

function readGate(json: Json, subject: string): Gate {
  if (!isJsonObject(json)) throw badGates(subject, 'A gate is an object.')
  const unknown = Object.keys(json).find(name => !known.includes(name))
  if (unknown !== undefined) throw badGates(subject, `A gate has no field "${unknown}".`)
  const figure = get(json, 'figure') ?? 'accuracy'
  if (figure !== 'accuracy') throw badGates(subject, `There is no figure ${stringifyJson(figure)}.`)
  const where = get(json, 'where') ?? {}
  if (!isJsonObject(where)) throw badGates(subject, '"where" is an object of fields and values.')
  const against = get(json, 'against') ?? null
  if (against !== null && typeof against !== 'string')
    throw badGates(subject, '"against" is the path of a results.json.')
  const margin = numberIn(json, 'margin', subject)
  if (margin !== null && against === null) throw badGates(subject, '"margin" needs "against".')
  const bound = bounds.find(name => name === (get(json, 'bound') ?? 'low'))
  if (!bound) throw badGates(subject, '"bound" is "low", "high" or "share".')
  const atMost = numberIn(json, 'atMost', subject)
  const atLeast = numberIn(json, 'atLeast', subject) ?? (margin === null ? null : -margin)
  if (atLeast === null && atMost === null)
    throw badGates(subject, 'A gate needs "atLeast", "atMost" or "margin".')
  return { figure, where, bound, atLeast, atMost, against }
}

function numberIn(json: JsonObject, name: string, subject: string): number | null {
  const value = get(json, name)
  if (value === undefined || value === null) return null
  const number = Number(value)
  if (typeof value === 'string' || !Number.isFinite(number)) throw badGates(subject, `"${name}" is a number.`)
  return number
}

const badGates = (subject: string, message: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'bad-gates',
    subject,
    message,
    remedy: 'Correct the file of gates (docs/statistics.md).',
  })

/** The other runs that gates compare with, each once. */
export const gateRuns = (gates: readonly Gate[]): readonly string[] => [
  ...new Set(gates.flatMap(({ against }) => against ?? [])),
]

/** The fields that gates ask for. */
export const gateFields = (gates: readonly Gate[]): readonly string[] => [
  ...new Set(gates.flatMap(({ where }) => Object.keys(where).map(fieldOfKey))),
]

/** A slice's key as a field of a sample. */
const fieldOfKey = (key: string): string => (key === 'region' ? 'parts' : key)

/** What gates are checked on. */
export interface Gated<Row extends Countable> {
  readonly shares: Shares<Row>
  readonly clusters: Clusters
  /** Unread replies of this run; null where the replies are not known. */
  readonly unread: UnreadCount | null
  /** Undefined where the field is missing. */
  readonly readField: (row: Row, field: string) => Json | undefined
  /** Answer pairs with the other run (first) and this run (second); null if that run is not known. */
  readonly pairsWith: (against: string) => Iterable<AnswerPair<Row>> | null
}

export function checkGate<Row extends Countable>(gate: Gate, gated: Gated<Row>): GateResult {
  const wanted = Object.entries(gate.where)
  const isIn = (row: Row) =>
    wanted.every(([key, value]) => isValue(gated.readField(row, fieldOfKey(key)), value))
  const pairs = gate.against === null ? null : gated.pairsWith(gate.against)
  const open = { gate, outcome: 'undecided', value: null, decidingP: null } as const
  if (gate.against !== null && !pairs) return { ...open, n: 0, clusters: 0, reason: 'no-such-run' }
  const { n, clusters, value, p } = pairs ? gatedDifference(gated, isIn, pairs) : gatedShare(gated, isIn)
  // Unread replies count as wrong: a figure of them says nothing about the model.
  if (gated.unread && isMostlyUnread(gated.unread)) return { ...open, n, clusters, reason: 'mostly-unread' }
  const decidingP = value && isOfSign(gate) ? p : null
  const result = { gate, n, clusters, value, decidingP }
  if (!value) return { ...result, outcome: 'undecided', reason: 'no-such-slice' }
  if (clusters < gateClusters) return { ...result, outcome: 'undecided', reason: 'too-few-clusters' }
  const compared = decidingP === null ? value[gate.bound] : signedLimit(gate.bound, value.share, decidingP)
  const holds = compared >= (gate.atLeast ?? -Infinity) && compared <= (gate.atMost ?? Infinity)
  return { ...result, outcome: holds ? 'pass' : 'fail', reason: null }
}

/** Whether a gate asks only which run is better: p and the interval may then disagree. */
const isOfSign = ({ bound, atLeast, atMost }: Gate): boolean =>
  bound !== 'share' && (atLeast ?? 0) === 0 && (atMost ?? 0) === 0

/** 1 or -1: on which side of 0 a limit of a difference is, where the p-value decides whether there is one. */
function signedLimit(bound: Bound, difference: number, p: number): number {
  if (bound === 'low') return p < alpha && difference > 0 ? 1 : -1
  return p < alpha && difference < 0 ? -1 : 1
}

/** Null and "None" name a missing value, as the official summary does. */
function isValue(value: Json | undefined, wanted: Json): boolean {
  if (value === undefined || value === null || value === '') return wanted === null || wanted === 'None'
  return str(value) === str(wanted)
}

function gatedShare<Row extends Countable>({ shares }: Gated<Row>, isIn: (row: Row) => boolean) {
  const { n, share, low, high, basis } = shares.where(isIn)
  return { n, clusters: basis?.clusters ?? 0, value: n === 0 ? null : { share, low, high }, p: null }
}

function gatedDifference<Row extends Countable>(
  { clusters }: Gated<Row>,
  isIn: (row: Row) => boolean,
  pairs: Iterable<AnswerPair<Row>>,
) {
  // This run's rows have the fields and the clusters.
  const turned = Array.from(pairs, ([other, row]) => [row, other] as const)
  const compared = new PairedAnswers(turned, clusters).by(isIn).get(true)
  if (!compared) return { n: 0, clusters: 0, value: null, p: null }
  const { n, difference, low, high, p } = compared
  return { n, clusters: compared.clusters, p, value: { share: -difference, low: -high, high: -low } }
}

/** One fails: fail. None fails but one is undecided: undecided. */
export function gatesOutcome(results: readonly GateResult[]): GateOutcome {
  const has = (outcome: GateOutcome) => results.some(result => result.outcome === outcome)
  return has('fail') ? 'fail' : has('undecided') ? 'undecided' : 'pass'
}
