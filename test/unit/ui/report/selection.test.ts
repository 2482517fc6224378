/** A run that asks a selection of its data set speaks of the selection, and calls nothing exact that is not. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withTotal } from '../../../../src/app/run/new-run.ts'
import { isExact, partJson } from '../../../../src/engine/analysis/asked-part.ts'
import { credibility } from '../../../../src/engine/analysis/chains.ts'
import { accuracyList } from '../../../../src/engine/analysis/figures.ts'
import { runOverview } from '../../../../src/engine/analysis/run-overview.ts'
import { frameOfSelection, makeFrame } from '../../../../src/engine/protocol/frame.ts'
import { askedQuestions, balancedOrder } from '../../../../src/engine/protocol/order.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'
import { selected } from '../../../../src/engine/protocol/selection.ts'
import { Rates } from '../../../../src/ui/results/shortcuts/links.tsx'
import { exactWords, selectedWords } from '../../../../src/ui/text/estimates.ts'
import { answered, failed, medrcubeRow, nothingDerived, someRun } from '../../support/records.ts'
import { blankImage } from '../../support/some-probes.ts'

const modalities = ['CT', 'MRI', 'X-ray'] as const
/** 1,560 questions, two on each image; every third is of CT. */
const samples: readonly Sample[] = Array.from({ length: 1560 }, (_, index) => ({
  index,
  fields: {
    ...{ id: `${index}`, task: `Task ${index % 4}`, modality: modalities[index % 3] ?? '', parts: 'Chest' },
    ...{ dataset: 'd', question: 'Which?', option_A: 'a', option_B: 'b', gt_answer: 'a' },
  },
  image: `${Math.floor(index / 6)}-${index % 3}.png`,
  file: 'data/test.json',
}))
const only = { where: [{ field: 'modality', values: ['CT'] }], ids: null }

/** A run of the CT questions, with its records. @param limit as --limit sets it */
function runOn(limit: number | null, order: 'balanced' | 'dataset' = 'balanced') {
  const settings = { ...someRun.settings, only, limit, order, seed: 1 }
  const counts = { ...someRun.dataset.counts, total: 1560, loaded: 1560 }
  const asked = askedQuestions(samples, settings).samples
  const named = { ...someRun, name: 'm q4 on data', settings, dataset: { ...someRun.dataset, counts } }
  const run = withTotal(named, asked.length, selected(samples, only).length)
  const records = asked.map(({ index, fields, image }) => {
    const record = answered(index, fields, { correct: index % 5 > 0 })
    return { ...record, sample: { ...record.sample, image } }
  })
  const frame = frameOfSelection(samples, only)
  const rows = records.map(medrcubeRow)
  return { run, rows, records, frame, overview: runOverview(rows, { ...nothingDerived, run, frame }) }
}

test('30 of 520 selected questions are a part, with an estimate for the 480', () => {
  const { run, rows, frame, overview } = runOn(30)
  expect(overview.part).toMatchObject({ asked: 30, of: 520, isSelection: true, basis: 'drawn' })
  expect(overview.overall.part).toMatchObject({ of: 520, isSelection: true })
  expect(isExact(run, overview)).toBe(false)
  expect(partJson(rows, run, frame)).toMatchObject({ asked: 30, of: 520, basis: 'drawn' })
  expect(accuracyList(overview)[0]?.method).toBe('sequence')
  expect(accuracyList(runOn(300).overview)[0]?.method).toBe('stratified')
  expect(selectedWords(run)).toBe(
    '520 of 1,560 questions. This run asks 30 of them. All figures are for this selection.',
  )
})

test('the whole selection is exact, and its sentence says of what', () => {
  const { run, rows, frame, overview } = runOn(null)
  expect(overview.part).toBeNull()
  expect(partJson(rows, run, frame)).toBeUndefined()
  expect(isExact(run, overview)).toBe(true)
  expect(exactWords(run)).toBe(
    'The accuracy on the selection modality=CT is exact: all 520 questions were asked.',
  )
  expect(exactWords(someRun)).toBe('The accuracy on this benchmark is exact: every question was asked.')
})

test('nothing is exact of a pass, of a judge’s pass, after a failure, or in an older limited selection', () => {
  const { run, overview } = runOn(null)
  const none = { part: null, failed: 0, unread: nothingDerived.unread }
  expect(isExact({ ...run, probe: blankImage }, none)).toBe(false)
  expect(isExact(run, { ...overview, failed: 12 })).toBe(false)
  const judging = {} as NonNullable<Run['judging']>
  expect(isExact({ ...run, judging }, none)).toBe(false)
  // Older runs do not know how large their selection was.
  const { selected: _, ...older } = runOn(30).run
  expect(isExact(older, none)).toBe(false)
  expect(isExact({ ...older, settings: { ...older.settings, limit: 31 } }, none)).toBe(true)
  const rows = [answered(0, samples[0]?.fields ?? {}), failed(1, samples[1]?.fields)].map(medrcubeRow)
  expect(isExact(someRun, runOverview(rows, { ...nothingDerived, run: { ...someRun, total: 2 } }))).toBe(
    false,
  )
})

test('a frame of a selection is that of its samples alone, so that both have one order', () => {
  const chosen = selected(samples, only)
  const frame = frameOfSelection(samples, only)
  expect(frame).toEqual({ ...makeFrame(chosen), indices: chosen.map(({ index }) => index) })
  expect(balancedOrder(frame, 7)).toEqual(balancedOrder(makeFrame(chosen), 7))
  expect(frameOfSelection(samples, undefined)).toBe(makeFrame(samples))
})

test('the run is named after its selection', () => {
  expect(runOn(200).run.name).toBe('m q4 on data (CT, 200)')
  expect(runOn(200).run.selected).toBe(520)
  const long = {
    where: [{ field: 'task', values: Array.from({ length: 50 }, (_, at) => `Task ${at}`) }],
    ids: null,
  }
  const settings = { ...someRun.settings, only: long }
  expect(withTotal({ ...someRun, settings }, 3, 3).name.length).toBeLessThan(100)
})

test('shortcut rates of a part speak of the selection, too', () => {
  const { run, rows } = runOn(300)
  const found = credibility(rows, { highLevelTasks: new Set(['Task 0']) }, {})
  const words = (of: Run) =>
    renderToStaticMarkup(createElement(Rates, { run: of, credibility: { ...found, whole: 520 } }))
  expect(words(run)).toContain('on this selection, for all 520 questions')
  const { only: _, ...settings } = run.settings
  expect(words({ ...run, settings })).toContain('on this benchmark, for all 520 questions')
})

test('in file order, 30 of 520 have only the bounds of what is left', () => {
  const { overview } = runOn(30, 'dataset')
  expect(overview.part).toMatchObject({ asked: 30, of: 520, basis: 'dataset' })
  const { low, high } = overview.overall
  expect(high - low).toBeCloseTo(490 / 520)
})
