/** The most frequent answer beside guessing, and answers that never change: what accuracy alone does not show. */

import { expect, test } from 'vitest'
import { accuracyFigures } from '../../../../src/engine/analysis/accuracy-figures.ts'
import { chainRates } from '../../../../src/engine/analysis/chains.ts'
import { findClusters } from '../../../../src/engine/analysis/clusters.ts'
import { accuracyList, yesNoList } from '../../../../src/engine/analysis/figures.ts'
import { shortcutsOfRows } from '../../../../src/engine/analysis/report.ts'
import type { ResultRow } from '../../../../src/engine/analysis/result-row.ts'
import { packRows, unpackRows } from '../../../../src/engine/analysis/row-pack.ts'
import { runFindings } from '../../../../src/engine/analysis/run-findings.ts'
import { findBaseline, sideOfGuessing } from '../../../../src/engine/analysis/shares.ts'
import { testedSlices } from '../../../../src/engine/analysis/tested-slices.ts'
import { yesNoFigures } from '../../../../src/engine/analysis/yes-no.ts'
import { Texts } from '../../../../src/engine/base/texts.ts'
import { everything } from '../../../../src/engine/protocol/voxel-map.ts'
import { findingWords } from '../../../../src/ui/text/findings.ts'
import { comparedWords, constantWords, guessingWords } from '../../../../src/ui/text/rates.ts'
import { answered, medrcubeRow, nothingDerived } from '../../support/records.ts'

interface Asked {
  readonly task?: string
  readonly modality?: string
  /** Texts of the options, the right one, and the letter that the model gives. */
  readonly options: readonly string[]
  readonly right: string
  readonly given: string
}

function makeRows(asked: readonly Asked[]): readonly ResultRow[] {
  return asked.map(({ task = 'Abnormity Diagnosis', modality = 'CT', options, right, given }, index) => {
    const fields = {
      ...{ id: `r${index}`, task, modality, parts: 'Chest', dataset: 'S', gt_answer: right },
      ...Object.fromEntries(options.map((text, i) => [`option_${'ABCD'[i]}`, text])),
    }
    const correct = options['ABCD'.indexOf(given)] === right
    const record = answered(index, fields, { parsed: given, correct })
    return medrcubeRow({ ...record, sample: { ...record.sample, image: `${index}.png` } })
  })
}

const yesNo = ['yes', 'no']
/** 400 questions, nine in ten with the answer no; the model says no to all. */
const alwaysNo = makeRows(
  Array.from({ length: 400 }, (_, i) => ({
    modality: i % 2 === 0 ? 'CT' : 'MRI',
    task: i % 4 < 2 ? 'Abnormity Diagnosis' : 'Organ Recognition',
    options: yesNo,
    right: i % 10 === 3 ? 'yes' : 'no',
    given: 'B',
  })),
)

const listFindings = (rows: readonly ResultRow[]) =>
  runFindings({
    rows,
    overview: { ...accuracyFigures(rows), part: null, unread: nothingDerived.unread },
    rates: chainRates({ rows, chains: shortcutsOfRows(rows, {}).chains, clusters: findClusters(rows) }),
    probes: null,
    previous: null,
    isPublished: false,
    selection: null,
  })

test('an always-no model is not above guessing: the most frequent answer scores the same', () => {
  const figures = accuracyFigures(alwaysNo)
  expect(figures.overall).toMatchObject({ share: 0.9, chance: 0.5, majority: 0.9 })
  expect(sideOfGuessing(figures.overall)).toBe(0)
  const words = listFindings(alwaysNo).map(findingWords)
  expect(words[0]).toMatch(
    /^Accuracy is 90\.0% \(.*\), not clearly above the most frequent answer \(90\.0%\); guessing gives 50\.0%\.$/,
  )
  expect(words.join(' ')).not.toMatch(/above guessing \(|differ from guessing/)
  expect(words).toContainEqual(
    expect.stringMatching(
      /^Yes\/no questions \(400\): balanced accuracy 50\.0% \(.*\)\. Recall of yes 0\.0%, of no 100\.0%\. Kappa 0\.00\.$/,
    ),
  )
  expect(words).toContainEqual(
    'In 2 tasks of 2 the model gives one answer to everything: Organ Recognition (always answers “no”), Abnormity Diagnosis (always answers “no”).',
  )
})

test('yes/no figures: balanced accuracy and kappa as counted by hand', () => {
  const cells: readonly (readonly [right: string, given: string, times: number])[] = [
    ['yes', 'A', 20],
    ['yes', 'B', 5],
    ['no', 'A', 10],
    ['no', 'B', 15],
  ]
  const rows = makeRows(
    cells.flatMap(([right, given, times]) =>
      Array.from({ length: times }, () => ({ options: yesNo, right, given })),
    ),
  )
  const found = yesNoFigures(rows)
  expect(found).toMatchObject({ n: 50, yes: { share: 0.8 }, no: { share: 0.6 }, balanced: { mean: 0.7 } })
  // Observed 35 of 50; expected (25 · 30 + 25 · 20) / 50² = 0.5.
  expect(found?.kappa).toBeCloseTo((0.7 - 0.5) / 0.5, 12)
  const listed = yesNoList(found).map(({ figure, share }) => [figure, share])
  expect(listed).toEqual([
    ['balanced-accuracy', 0.7],
    ['recall-of-yes', 0.8],
    ['recall-of-no', 0.6],
    ['kappa', expect.closeTo(0.4, 12)],
  ])
  expect(yesNoFigures(makeRows([{ options: ['CT', 'MRI'], right: 'CT', given: 'A' }]))).toBeNull()
})

test('the most frequent answer is that of each task and kind, by text or by letter', () => {
  const organs = ['liver', 'spleen', 'kidney', 'lung']
  const byText = Array.from({ length: 10 }, (_, i) => {
    const turned = [...organs.slice(i % 4), ...organs.slice(0, i % 4)]
    return { task: 'Organ Recognition', options: turned, right: i < 6 ? 'liver' : 'lung', given: 'A' }
  })
  // Every right answer is another text, and eight of ten are the first option.
  const byLetter = Array.from({ length: 10 }, (_, i) => ({
    ...{ task: 'Disease Diagnosis', options: [`a${i}`, `b${i}`], given: 'A' },
    right: i < 8 ? `a${i}` : `b${i}`,
  }))
  const { overall, slices } = accuracyFigures(makeRows([...byText, ...byLetter]))
  expect(Object.fromEntries(slices.task.map(({ label, majority }) => [label, majority]))).toEqual({
    'Organ Recognition': 0.6,
    'Disease Diagnosis': 0.8,
  })
  expect(overall.majority).toBeCloseTo(0.7, 12)
  // No answer occurs twice: guessing takes its place.
  const single = accuracyFigures(makeRows([{ options: ['CT', 'MRI'], right: 'CT', given: 'A' }])).overall
  expect([single.majority, findBaseline(single)]).toEqual([0.5, 0.5])
})

/** Which modality: CT in CT, MRI in MRI. */
const modalities = ['CT', 'MRI'].flatMap(modality =>
  Array.from({ length: 20 }, () => ({ task: 'Modality Recognition', modality, right: modality })),
)

test('a voxel with one right answer is tested as its row, unless the model gives one answer to all of it', () => {
  const seen = makeRows(
    modalities.map(one => ({ ...one, options: ['CT', 'MRI'], given: one.right === 'CT' ? 'A' : 'B' })),
  )
  const { voxels } = accuracyFigures(seen)
  expect(voxels.map(({ constant }) => constant)).toEqual([
    { of: 'right', answer: 'CT' },
    { of: 'right', answer: 'MRI' },
  ])
  expect(testedSlices(seen, voxels)).toMatchObject([
    { task: 'Modality Recognition', modality: everything, parts: everything, share: 1 },
  ])
  const always = makeRows(modalities.map(one => ({ ...one, options: ['CT', 'MRI'], given: 'A' })))
  const blind = accuracyFigures(always).voxels
  expect(blind.map(({ constant }) => constant && constantWords(constant))).toEqual([
    'always answers “CT”',
    'always answers “CT”',
  ])
  expect(testedSlices(always, blind)).toEqual([])
})

test('one answer by its letter is a habit too; a reply that was not read ends it', () => {
  const letter = makeRows(
    Array.from({ length: 12 }, (_, i) => ({ options: [`a${i}`, `b${i}`], right: `a${i % 2}`, given: 'B' })),
  )
  expect(accuracyFigures(letter).overall.constant).toEqual({ of: 'given', answer: 'B' })
  const { given: _, ...unread } = letter[0] as ResultRow
  expect(accuracyFigures([unread, ...letter.slice(1)]).overall.constant).toBeUndefined()
})

test('rows keep both answers when they are packed, and figures.json has both baselines', () => {
  const read = unpackRows(packRows(alwaysNo), new Texts())
  expect(read.map(({ right, given }) => [right, given])).toEqual(
    alwaysNo.map(({ right, given }) => [right, given]),
  )
  expect(accuracyList(accuracyFigures(read))[0]).toMatchObject({
    guessing: 0.5,
    majority: 0.9,
    mostFrequent: 'no',
    oneAnswer: 'no',
  })
})

test('words beside an accuracy', () => {
  expect(guessingWords({ chance: 0.5, majority: 0.9 })).toBe('guessing 50.0%, most frequent answer 90.0%')
  expect(guessingWords({ chance: 0.25, majority: 0.378, usual: 'C' })).toBe(
    'guessing 25.0%, always answering “C” 37.8%',
  )
  const long = 'a finding that needs a whole sentence'
  expect(guessingWords({ chance: null, majority: 0.4, usual: long })).toBe('most frequent answer 40.0%')
  expect(guessingWords({ chance: null })).toBe('')
  const words = (low: number, high: number, majority?: number) =>
    comparedWords({ low, high, chance: 0.25, ...(majority !== undefined && { majority }) })
  expect(words(0.3, 0.5)).toBe('above guessing (25.0%)')
  expect(words(0.5, 0.6, 0.4)).toBe('above guessing (25.0%) and the most frequent answer (40.0%)')
  expect(words(0.3, 0.35, 0.4)).toBe('below the most frequent answer (40.0%); guessing gives 25.0%')
  expect(words(0.3, 0.5, 0.1)).toBe('above guessing (25.0%) and the most frequent answer (10.0%)')
  expect(words(0.2, 0.3, 0.1)).toBe(
    'not clearly above guessing (25.0%); the most frequent answer gives 10.0%',
  )
  expect(words(0.1, 0.2, 0.4)).toBe('below guessing (25.0%) and the most frequent answer (40.0%)')
  expect(words(0.1, 0.2, 0.15)).toBe('below guessing (25.0%)')
})
