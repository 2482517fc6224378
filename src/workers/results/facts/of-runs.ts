/** Figures of several runs. */
import {
  addedToRun,
  type ChangedSample,
  changedSamples,
  compareRuns,
  selectedFigures,
} from '../../../engine/analysis/comparison.ts'
import type { FieldSplit } from '../../../engine/analysis/field-split.ts'
import { estimateRates, withWhole } from '../../../engine/analysis/rate-estimates.ts'
import { isMostlyUnread } from '../../../engine/analysis/unread.ts'
import { windowDependence as compareWindows } from '../../../engine/analysis/window-dependence.ts'
import type { ShortcutOptions } from '../../../engine/protocol/shortcut.ts'
import { comparedRunParts, comparisonParts } from '../../seams.ts'
import { defineFact, type FactSource, storedRecords } from './fact.ts'
import { splitRows } from './of-rows.ts'

interface ComparisonInput {
  /** The first is the baseline. */
  readonly runs: readonly string[]
  readonly levels: ShortcutOptions
  /** A field of the baseline, besides the axes. */
  readonly by?: FieldSplit | null
}

/** Runs side by side. */
export const comparisonFact = defineFact({
  needs: 'runs',
  async of(compared, { runs: ids, levels, by = null }: ComparisonInput, source) {
    const { store } = source
    const digests: (string | null)[][] = []
    for (const { rows, digests: read } of compared) {
      const byIndex: (string | null)[] = []
      for (const [place, digest] of (await read()).entries()) byIndex[rows[place]?.index ?? 0] = digest
      digests.push(byIndex)
    }
    const totals = (await Promise.all(ids.map(id => store.run(id)))).map(
      ({ dataset }) => dataset.counts.total,
    )
    const figures = compareRuns(
      compared.map(({ rows }) => rows),
      levels,
      {
        imageDigest: ({ index }, run) => digests[run]?.[index] ?? undefined,
        fields: compared[0]?.overview.fields ?? [],
        totals,
        parts: comparisonParts,
        runParts: comparedRunParts,
        split: by && (await splitRows(source, ids[0] ?? '', compared[0]?.rows ?? [], by)),
      },
    )
    // For an unfinished run, the estimate of the whole replaces the figure of the asked part.
    const runs = figures.runs.map((figure, at) => {
      const { overview, rows, drawn } = compared[at] ?? {}
      if (!overview || !rows) return figure
      const whole = drawn && estimateRates(rows, drawn, levels)
      return {
        ...{ ...figure, overall: overview.overall },
        ...(whole && { rates: withWhole(figure.rates, whole) }),
        ...((overview.part || isMostlyUnread(overview.unread)) && {
          added: addedToRun(comparedRunParts, { rows, overview, total: totals[at] ?? rows.length }),
        }),
      }
    })
    return { ...figures, runs }
  },
})

/** How many answers differ between two runs that differ in their window, in all and by voxel. */
export const windowDependenceFact = defineFact({
  needs: 'beside',
  async of([before, after], { runs: [first, second] }: { readonly runs: readonly [string, string] }, source) {
    return compareWindows(before?.rows ?? [], after?.rows ?? [], [
      await readAnswers(source, first),
      await readAnswers(source, second),
    ])
  },
})

interface ChangedInput {
  readonly runs: readonly [first: string, second: string]
  /** As seen from the first run; null takes both. */
  readonly change: ChangedSample['change'] | null
}

/** Three samples, of different images, that only one of two runs has right, by their index in the second. */
export const changedSamplesFact = defineFact({
  needs: 'beside',
  of([first, second], { change }: ChangedInput) {
    const indexByImage = new Map<string, number>()
    for (const one of changedSamples(first?.rows ?? [], second?.rows ?? [])) {
      if (indexByImage.size === 3) break
      if (one.image === null || (change !== null && one.change !== change)) continue
      if (!indexByImage.has(one.image)) indexByImage.set(one.image, one.second)
    }
    return { indices: [...indexByImage.values()] }
  },
})

interface SelectedInput {
  /** The run, and another to compare with, if any. */
  readonly runs: readonly string[]
  readonly indices: Uint32Array
}

/** Figures of the samples of these indices, also against another run. */
export const selectedFact = defineFact({
  needs: 'beside',
  of: ([selected, against], { indices }: SelectedInput) =>
    selectedFigures(selected?.rows ?? [], new Set(indices), against?.rows ?? null),
})

/** The answers of a run as they were read, by the index of their samples. */
async function readAnswers(source: FactSource, run: string): Promise<ReadonlyMap<number, string>> {
  const answers = new Map<number, string>()
  const { portions } = await storedRecords(source, run)
  for await (const records of portions())
    for (const record of records)
      if (record.status === 'answered') answers.set(record.sample.index, record.parsed)
  return answers
}
