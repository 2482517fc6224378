/** Figures of one run's rows. */

import { AnswerTime } from '../../../engine/analysis/answer-time.ts'
import { brokenLinkSamples } from '../../../engine/analysis/broken-links.ts'
import { credibility } from '../../../engine/analysis/chains.ts'
import { EveryRule } from '../../../engine/analysis/every-rule.ts'
import { type FieldColumn, FieldColumnBuilder } from '../../../engine/analysis/field-column.ts'
import { type FieldSplit, splitLabels } from '../../../engine/analysis/field-split.ts'
import { estimateRates, withWhole } from '../../../engine/analysis/rate-estimates.ts'
import { wrongOptions } from '../../../engine/analysis/readings.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { type AnswerTexts, answerTexts } from '../../../engine/probes/answer-texts.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { ShortcutOptions } from '../../../engine/protocol/shortcut.ts'
import { defineFact, type FactSource, type StoredRecords, storedRecords } from './fact.ts'

async function readColumn({ portions }: StoredRecords, field: string): Promise<FieldColumn> {
  const builder = new FieldColumnBuilder(field)
  for await (const portion of portions()) builder.add(portion)
  return builder.column()
}

/** The labels of rows by a field of the run's records. */
export const splitRows = async (
  source: FactSource,
  run: string,
  rows: readonly ResultRow[],
  by: FieldSplit,
) => splitLabels(by, rows, await readColumn(await storedRecords(source, run), by.name))

/** One field of every record, in the order of the rows. */
export const columnFact = defineFact({
  needs: 'records',
  of: (records, { field }: { readonly run: string; readonly field: string }) => readColumn(records, field),
  transfers: ({ codes }) => [codes.buffer as ArrayBuffer],
})

interface CredibilityInput {
  readonly run: string
  readonly levels: ShortcutOptions
  /** A field of the diagnosis, besides the axes. */
  readonly by?: FieldSplit | null
}

/** Credibility rates with intervals, of all chains and by label of the diagnosis. */
export const credibilityFact = defineFact({
  needs: 'rows',
  async of({ rows, drawn }, { run, levels, by = null }: CredibilityInput, source) {
    const figures = credibility(rows, levels, {}, by && (await splitRows(source, run, rows, by)))
    const whole = drawn && estimateRates(rows, drawn, levels)
    if (!whole) return figures
    // A difference of rates is known for the images asked so far only.
    const varying = { ...figures.varying, gap: null }
    return { ...figures, whole: whole.of, overall: withWhole(figures.overall, whole), varying }
  },
})

/** The samples of shortcuts. */
export const brokenLinksFact = defineFact({
  needs: 'rows',
  of: ({ rows }, { levels }: { readonly run: string; readonly levels: ShortcutOptions }) => ({
    samples: Uint32Array.from(brokenLinkSamples(rows, levels)),
  }),
  transfers: ({ samples }) => [samples.buffer as ArrayBuffer],
})

/** What was asked and answered in some samples, as text. */
export const answerTextsFact = defineFact({
  needs: 'records',
  async of({ run, portions }, { samples }: { readonly run: string; readonly samples: readonly number[] }) {
    const wanted = new Set(samples)
    const texts: AnswerTexts[] = []
    for await (const portion of portions())
      for (const record of portion) if (wanted.has(record.sample.index)) texts.push(answerTexts(record, run))
    return texts
  },
})

/** A run's written answers, read by every judge's rules. */
export const everyRuleFact = defineFact({
  needs: 'rows',
  async of({ rows }, input: { readonly run: string }, source) {
    const { run, portions } = await storedRecords(source, input.run)
    const reading = new EveryRule(rows, run.settings.protocol)
    for await (const portion of portions()) reading.add(portion)
    return reading.figures()
  },
})

/** Seconds that a run takes for a question, where its records know. */
export const answerTimeFact = defineFact({
  needs: 'records',
  async of({ run, portions }, _: { readonly run: string }): Promise<{ readonly seconds: number | null }> {
    const time = new AnswerTime()
    for await (const portion of portions()) time.add(portion)
    const milliseconds = time.perQuestion()
    const { copies = 1 } = run.environment
    return { seconds: milliseconds === null ? null : milliseconds / copies / 1000 }
  },
})

/** A run's accuracy; without its interval if the records of a large run would have to be read for it. */
export const accuracyFact = defineFact({
  needs: 'records',
  async of({ run }, _: { readonly run: string }, { runs }): Promise<{ readonly overall: Estimate | null }> {
    if (!(await runs.state(run.id)).isReady) return { overall: null }
    return { overall: (await runs.one(run.id)).overview.overall }
  },
})

/** What the wrong answers among some samples chose. */
export const wrongOptionsFact = defineFact({
  needs: 'records',
  async of({ run, store }, { indexes }: { readonly run: string; readonly indexes: readonly number[] }) {
    const records = await Promise.all(indexes.map(index => store.record(run.id, index)))
    return wrongOptions(
      records.filter(record => record !== undefined),
      findProtocol(run.settings.protocol),
    )
  },
})
