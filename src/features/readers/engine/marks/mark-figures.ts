/** How often which mark was given, in all and per voxel, and how people agree on them. */
import { mean } from '@voxelwise/statistics'
import { findClusters } from '../../../../engine/analysis/clusters.ts'
import type { ResultRow } from '../../../../engine/analysis/result-row.ts'
import { type Countable, type Estimate, Shares } from '../../../../engine/analysis/shares.ts'
import { groupBy } from '../../../../engine/base/grouping.ts'
import type { Axis } from '../../../../engine/protocol/sample.ts'
import { fleissKappa, pairKappa, percentAgreement } from '../agreement.ts'
import { clusteredPercentiles } from '../agreement-interval.ts'
import { cohenSums, pairKappaSums } from '../agreement-sums.ts'
import { krippendorffsAlpha } from '../krippendorff.ts'
import { type ReaderRatings, readerPairs } from '../ratings.ts'
import type { AgreementFigure } from '../reader-agreement.ts'
import type { MarkSet } from './mark-set.ts'
import { agreedCode, type Mark, type Marks } from './marks.ts'

export type MarkedRow = Countable & Pick<ResultRow, 'index'>

/** A name of the set by one person. */
export interface NamedShare {
  readonly by: string
  readonly name: string
  /** Share of the answers that the person marked for which it is the main one; of what only stands beside, null. */
  readonly main: Estimate | null
  /** For how many of them it stands beside. */
  readonly beside: Estimate
}

export interface PersonMarks {
  readonly by: string
  readonly n: number
  /** How many of them are wrong answers. */
  readonly wrong: number
  /** The mean point on a scale; null of kinds. */
  readonly mean: number | null
}

export interface MarkPair {
  readonly first: string
  readonly second: string
  readonly n: number
  readonly percent: number | null
  /** Cohen's on the main one; of a scale with quadratic weights. */
  readonly kappa: AgreementFigure
}

export interface MarkedVoxel extends Readonly<Record<Axis, string>> {
  readonly by: string
  readonly n: number
  readonly mean: number | null
  /** How often each name is the main one, in the set's order; those that occur. */
  readonly counts: readonly { readonly name: string; readonly n: number }[]
  /** What stands beside, likewise. */
  readonly besides: readonly { readonly name: string; readonly n: number }[]
}

export interface MarkFigures {
  readonly people: readonly PersonMarks[]
  /** Wrong answers of the run. */
  readonly wrong: number
  readonly names: readonly NamedShare[]
  readonly pairs: readonly MarkPair[]
  /** Fleiss' kappa of all people, without what they agreed on; null below two. */
  readonly fleiss: number | null
  /** Ordinal of a scale, else nominal. */
  readonly alpha: number | null
  /** By name: Cohen's kappa on having it at all, mean of pairs. */
  readonly perName: readonly { readonly name: string; readonly kappa: AgreementFigure }[]
  readonly voxels: readonly MarkedVoxel[]
  /** Indices of the answers with differing main marks, without one that was agreed on. */
  readonly differing: readonly number[]
}

interface Labelled {
  readonly row: MarkedRow
  readonly mark: Mark & { readonly main: string }
}

/** @param rows of the run: marks of failed ones, which nobody can mark, count nowhere */
export function markFigures(set: MarkSet, marks: Marks, rows: readonly MarkedRow[]): MarkFigures {
  const answered = rows.filter(({ verdict }) => verdict !== 'failed')
  const by = [...marks.keys()].sort()
  const labelled = new Map(by.map(one => [one, labelledBy(one, marks, answered)]))
  const people = by.filter(one => one !== agreedCode)
  const rated = collectRatings(set, people, marks, answered)
  return {
    people: by.map(one => personMarks(set, one, labelled.get(one) ?? [])),
    wrong: rows.filter(({ verdict }) => verdict === 'wrong').length,
    names: by.flatMap(one => namedShares(set, one, labelled.get(one) ?? [])),
    pairs: readerPairs(people.length).map(([a, b]) => compareMarkers(set, people, rated, a, b)),
    fleiss: fleissKappa(rated.main).kappa,
    alpha: krippendorffsAlpha(rated.main, set.isScale ? 'ordinal' : 'nominal'),
    perName: people.length < 2 ? [] : perName(set, people, marks, rated),
    voxels: by.flatMap(one => markedVoxels(set, one, labelled.get(one) ?? [])),
    differing: rated.rows.flatMap(({ index }, sample) => {
      const given = new Set(rated.main.flatMap(ratings => ratings[sample] ?? []))
      return given.size > 1 && !marks.get(agreedCode)?.get(index)?.main ? [index] : []
    }),
  }
}

const labelledBy = (by: string, marks: Marks, rows: readonly MarkedRow[]): readonly Labelled[] =>
  rows.flatMap(row => {
    const mark = marks.get(by)?.get(row.index)
    const main = mark?.main ?? null
    return mark && main !== null ? [{ row, mark: { ...mark, main } }] : []
  })

function meanPoint({ isScale, names }: MarkSet, labelled: readonly Labelled[]): number | null {
  if (!isScale || labelled.length === 0) return null
  return mean(labelled.map(({ mark }) => 1 + names.findIndex(({ name }) => name === mark.main)))
}

const personMarks = (set: MarkSet, by: string, labelled: readonly Labelled[]): PersonMarks => ({
  by,
  n: labelled.length,
  wrong: labelled.filter(({ row }) => row.verdict === 'wrong').length,
  mean: meanPoint(set, labelled),
})

function namedShares(set: MarkSet, by: string, labelled: readonly Labelled[]): readonly NamedShare[] {
  if (labelled.length === 0) return []
  const clusters = findClusters(labelled.map(({ row }) => row))
  const share = (isOne: (mark: Mark) => boolean) =>
    new Shares(
      labelled.map(({ row, mark }) => ({ row, value: Number(isOne(mark)), chance: null })),
      clusters,
    ).whole()
  const all = [...set.names, ...set.besides.filter(one => !set.names.includes(one))]
  return all.map(one => ({
    ...{ by, name: one.name },
    main: set.names.includes(one) ? share(({ main }) => main === one.name) : null,
    beside: share(({ besides }) => besides.includes(one.name)),
  }))
}

/** Marks as numbers, of the answers that anybody marked. */
interface MarkRatings {
  readonly rows: readonly MarkedRow[]
  readonly main: ReaderRatings
  readonly clusterBySample: readonly number[]
}

function collectRatings(
  { names }: MarkSet,
  people: readonly string[],
  marks: Marks,
  answered: readonly MarkedRow[],
): MarkRatings {
  const markPlace = (by: string, index: number) => {
    const main = marks.get(by)?.get(index)?.main ?? null
    return main === null ? null : names.findIndex(({ name }) => name === main)
  }
  const rows = answered.filter(({ index }) => people.some(by => markPlace(by, index) !== null))
  const clusters = findClusters(rows)
  return {
    rows,
    main: people.map(by => rows.map(({ index }) => markPlace(by, index))),
    clusterBySample: rows.map(row => clusters.of(row)),
  }
}

function compareMarkers(
  { isScale, names }: MarkSet,
  people: readonly string[],
  { main, clusterBySample }: MarkRatings,
  a: number,
  b: number,
): MarkPair {
  const [first, second] = [main[a] ?? [], main[b] ?? []]
  const weights = isScale ? 'quadratic' : 'none'
  return {
    ...{ first: people[a] ?? '', second: people[b] ?? '' },
    n: first.filter((one, sample) => one !== null && (second[sample] ?? null) !== null).length,
    percent: percentAgreement(first, second),
    kappa: {
      value: pairKappa(first, second, names.length, weights),
      interval: clusteredPercentiles([first, second], clusterBySample, pairKappaSums(names.length, weights)),
    },
  }
}

function perName(
  set: MarkSet,
  people: readonly string[],
  marks: Marks,
  { rows, main, clusterBySample }: MarkRatings,
): MarkFigures['perName'] {
  const all = set.isScale ? set.besides : set.names
  return all.map(({ name }) => {
    const has = people.map((by, person) =>
      rows.map(({ index }, sample) => {
        const point = main[person]?.[sample] ?? null
        if (point === null) return null
        const mark = marks.get(by)?.get(index)
        return Number(mark?.main === name || mark?.besides.includes(name) === true)
      }),
    )
    const kappas = readerPairs(people.length).flatMap(
      ([a, b]) => pairKappa(has[a] ?? [], has[b] ?? [], 2) ?? [],
    )
    const isDefined = kappas.length > 0
    return {
      name,
      kappa: {
        value: isDefined ? mean(kappas) : null,
        interval: isDefined ? clusteredPercentiles(has, clusterBySample, cohenSums(people.length)) : null,
      },
    }
  })
}

const voxelKey = ({ parts, modality, task }: MarkedRow): string => JSON.stringify([parts, modality, task])

function markedVoxels(set: MarkSet, by: string, labelled: readonly Labelled[]): readonly MarkedVoxel[] {
  return Array.from(groupBy(labelled, ({ row }) => voxelKey(row)).values(), ofVoxel => {
    const { parts, modality, task } = (ofVoxel[0] as Labelled).row
    const counted = (names: MarkSet['names'], isOne: (mark: Mark, name: string) => boolean) =>
      names
        .map(({ name }) => ({ name, n: ofVoxel.filter(({ mark }) => isOne(mark, name)).length }))
        .filter(({ n }) => n > 0)
    return {
      ...{ parts, modality, task, by, n: ofVoxel.length, mean: meanPoint(set, ofVoxel) },
      counts: counted(set.names, ({ main }, name) => main === name),
      besides: counted(set.besides, ({ besides }, name) => besides.includes(name)),
    }
  })
}
