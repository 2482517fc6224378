/**
 * Recomputes the figures of a list of cases: `npm run -s statistics -- --readers FILE`. There are three forms, named by a field
 * that only they have; docs/readers.md describes them. A figure that is not defined is null.
 */

import {
  isJsonArray,
  isJsonObject,
  isNumberText,
  type Json,
  type JsonObject,
  ownValue,
} from '@voxelwise/python'
import type { KappaWeights } from '@voxelwise/statistics'
import { CheckError } from '../../../engine/base/schema.ts'
import { fleissKappa, gwetsAc1, pairKappa, percentAgreement } from './agreement.ts'
import { krippendorffsAlpha } from './krippendorff.ts'
import {
  type ConditionDifference,
  conditionDifference,
  type ModelAgainstReaders,
  modelAgainstReaders,
} from './multi-reader.ts'
import { type ReaderPair, type ReaderRatings, readerPairs } from './ratings.ts'
import { consensus, countRight, interchangeability, placeAmong } from './spread.ts'

/** A figure of a case; those that are not `always` there are computed only where the case names them. */
interface CaseFigure<Case> {
  readonly name: string
  readonly isExtra?: true
  of(given: Case): Json
}

interface CaseForm {
  /** The field that tells this form from the others. */
  readonly by: string
  /** @throws CheckError naming the field at fault */
  recomputed(given: JsonObject, at: string): JsonObject
}

/** A form whose figures take the place of those in a case, in its own order; figures that it lacks follow. */
function caseForm<Case>(
  by: string,
  read: (given: JsonObject, at: string) => Case,
  figures: readonly CaseFigure<Case>[],
): CaseForm {
  return {
    by,
    recomputed(given, at) {
      const input = read(plainNumbers(given), at)
      const wanted = figures.filter(({ name, isExtra }) => !isExtra || Object.hasOwn(given, name))
      return { ...given, ...Object.fromEntries(wanted.map(({ name, of }) => [name, of(input)])) }
    },
  }
}

/** Numbers of any writing, such as 1.0, as numbers; NaN is a missing value. */
function plainNumbers(given: JsonObject): JsonObject {
  const plain = (value: Json): Json => {
    if (isNumberText(value)) return Number.isFinite(Number(value.$number)) ? Number(value.$number) : null
    return isJsonArray(value) ? value.map(plain) : value
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plain(value)]))
}

interface AgreementCase {
  readonly ratings: ReaderRatings
  readonly categories: number
  readonly pairs: readonly ReaderPair[]
  readonly weights: KappaWeights
}

const eachPair = (
  { ratings, pairs }: AgreementCase,
  of: (a: ReaderRatings[number], b: ReaderRatings[number]) => Json,
) => pairs.map(([a, b]) => of(ratings[a] ?? [], ratings[b] ?? []))

const agreement = caseForm('ratings', readAgreement, [
  { name: 'pairs', of: ({ pairs }) => pairs.map(([a, b]) => [a, b]) },
  { name: 'percent', of: given => eachPair(given, percentAgreement) },
  {
    name: 'cohen',
    of: given => eachPair(given, (a, b) => pairKappa(a, b, given.categories, given.weights)),
  },
  { name: 'fleiss', of: ({ ratings }) => fleissKappa(ratings).kappa },
  { name: 'fleissItems', of: ({ ratings }) => fleissKappa(ratings).samples },
  { name: 'alphaNominal', of: ({ ratings }) => krippendorffsAlpha(ratings, 'nominal') },
  { name: 'alphaOrdinal', of: ({ ratings }) => krippendorffsAlpha(ratings, 'ordinal') },
  { name: 'alphaInterval', isExtra: true, of: ({ ratings }) => krippendorffsAlpha(ratings, 'interval') },
  { name: 'ac1', isExtra: true, of: ({ ratings, categories }) => gwetsAc1(ratings, categories) },
])

function readAgreement(given: JsonObject, at: string): AgreementCase {
  const ratings = rowsIn(given, 'ratings', at, isAnswer, 'a category from 0, or null')
  const highest = Math.max(-1, ...ratings.flat().map(rating => rating ?? -1))
  const { categories = highest + 1, weights = 'none' } = given
  if (!isCount(categories) || categories <= highest)
    throw new CheckError(`${at}.categories`, `a number of categories above the highest rating (${highest})`)
  if (weights !== 'none' && weights !== 'linear' && weights !== 'quadratic' && weights !== null)
    throw new CheckError(`${at}.weights`, '"none", "linear" or "quadratic"')
  return { ratings, categories, weights: weights ?? 'none', pairs: pairsIn(given, ratings.length, at) }
}

/** Those of the case, or all. */
function pairsIn(given: JsonObject, readers: number, at: string): readonly ReaderPair[] {
  if (given.pairs === undefined || given.pairs === null) return readerPairs(readers)
  const pairs = rowsIn({ pairs: given.pairs }, 'pairs', at, isCount, 'the number of a reader', false)
  return pairs.map(([a, b]) => {
    if (a === undefined || b === undefined || Math.max(a, b) >= readers)
      throw new CheckError(`${at}.pairs`, 'pairs of readers')
    return [a, b]
  })
}

interface MultiReaderCase {
  readonly total: readonly number[]
  readonly model: readonly number[] | null
  readonly readers: readonly (readonly number[])[]
  readonly aided: readonly (readonly number[])[] | null
}

const multiReader = caseForm<MultiReaderCase>('total', readMultiReader, [
  {
    name: 'modelAgainstReaders',
    of: ({ total, model, readers }) => model && effectJson(modelAgainstReaders(total, model, readers)),
  },
  {
    name: 'aidedAgainstUnaided',
    of: ({ total, readers, aided }) => aided && effectJson(conditionDifference(total, readers, aided)),
  },
])

/** Without the reason of a refusal, which the form has no field for. */
function effectJson({ refused: _, ...figures }: ModelAgainstReaders | ConditionDifference): JsonObject {
  return { ...figures }
}

function readMultiReader(given: JsonObject, at: string): MultiReaderCase {
  const rows = (name: string) => rowsIn(given, name, at, isCount, 'a number of right answers')
  const row = (name: string) =>
    rowsIn({ [name]: [ownValue(given, name) ?? null] }, name, at, isCount, 'a whole number from 0')[0] ?? []
  const total = row('total')
  const model = given.model === undefined ? null : row('model')
  const readers = rows('readers')
  const aided = given.aided === undefined ? null : rows('aided')
  for (const [name, counts] of [
    ...[...readers, ...(aided ?? [])].map(counts => ['readers', counts] as const),
    ['model', model ?? total] as const,
  ])
    if (counts.length !== total.length || counts.some((count, g) => count > (total[g] ?? 0)))
      throw new CheckError(`${at}.${name}`, `right answers of ${total.length} clusters, none above its total`)
  if (aided && aided.length !== readers.length)
    throw new CheckError(`${at}.aided`, `rows of the same ${readers.length} readers`)
  return { total, model, readers, aided }
}

type Answer = string | number | boolean

interface SpreadCase {
  readonly readers: readonly (readonly (Answer | null)[])[]
  readonly model: readonly (Answer | null)[]
  readonly right: readonly (Answer | null)[]
}

const spread = caseForm<SpreadCase>('right', readSpread, [
  { name: 'readerReader', of: ({ readers, model }) => interchangeability(readers, model).readerReader },
  { name: 'readerModel', of: ({ readers, model }) => interchangeability(readers, model).readerModel },
  { name: 'gamma', of: ({ readers, model }) => interchangeability(readers, model).gamma },
  { name: 'consensus', of: ({ readers, right }) => findConsensus(readers, right) },
  {
    name: 'consensusCorrect',
    of: ({ readers, right }) => countRight(findConsensus(readers, right), right),
  },
  {
    name: 'consensusNone',
    of: ({ readers, right }) => findConsensus(readers, right).filter(answer => answer === null).length,
  },
  { name: 'below', of: ({ readers, model, right }) => placeAmong(readers, model, right).below },
  { name: 'equal', of: ({ readers, model, right }) => placeAmong(readers, model, right).equal },
])

/** Without readers, no sample has a consensus. */
const findConsensus = (readers: SpreadCase['readers'], right: SpreadCase['right']): (Answer | null)[] =>
  readers.length === 0 ? right.map(() => null) : consensus(readers)

function readSpread(given: JsonObject, at: string): SpreadCase {
  const isGiven = (value: Json): value is Answer | null => value === null || !(typeof value === 'object')
  const row = (name: string) =>
    rowsIn({ [name]: [ownValue(given, name) ?? null] }, name, at, isGiven, 'an answer, or null')[0] ?? []
  const readers = rowsIn(given, 'readers', at, isGiven, 'an answer, or null')
  const [model, right] = [row('model'), row('right')]
  for (const [name, answers] of [
    ...readers.map(answers => ['readers', answers] as const),
    ['model', model] as const,
  ])
    if (answers.length !== right.length)
      throw new CheckError(`${at}.${name}`, `answers to the ${right.length} samples of "right"`)
  return { readers, model, right }
}

const isCount = (value: Json): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0
const isAnswer = (value: Json): value is number | null => value === null || isCount(value)

/** Lists of equal length. */
function rowsIn<T extends Json>(
  given: JsonObject,
  name: string,
  at: string,
  isOne: (value: Json) => value is T,
  expected: string,
  areEqual = true,
): T[][] {
  const rows = ownValue(given, name)
  if (!Array.isArray(rows)) throw new CheckError(`${at}.${name}`, 'a list')
  return rows.map((row, place) => {
    if (!Array.isArray(row)) throw new CheckError(`${at}.${name}[${place}]`, 'a list')
    if (areEqual && Array.isArray(rows[0]) && row.length !== rows[0].length)
      throw new CheckError(`${at}.${name}[${place}]`, `a list of ${rows[0].length}, like the first`)
    return row.map((value, index) => {
      if (!isOne(value)) throw new CheckError(`${at}.${name}[${place}][${index}]`, expected)
      return value
    })
  })
}

const forms: readonly CaseForm[] = [agreement, multiReader, spread]

/**
 * The same list with every figure recomputed. The order of the fields, and all other fields, stay as they are.
 * @throws CheckError naming the case and the field
 */
export function recomputedCases(list: Json): JsonObject[] {
  if (!Array.isArray(list)) throw new CheckError('The file', 'a list of cases')
  return list.map((given, place) => {
    const at = `[${place}]`
    if (!isJsonObject(given)) throw new CheckError(at, 'a case')
    const form = forms.find(({ by }) => Object.hasOwn(given, by))
    if (!form) throw new CheckError(at, `a case with ${forms.map(({ by }) => `"${by}"`).join(', ')}`)
    return form.recomputed(given, at)
  })
}
