/** Which cards a run's findings make, in which order, and where each leads. */
import { expect, test } from 'vitest'
import type { FindingSamples } from '../../../../../src/app/controller/report-facts.ts'
import type { AdjustedComparison } from '../../../../../src/engine/analysis/paired-differences.ts'
import type { ResultRow } from '../../../../../src/engine/analysis/result-row.ts'
import type { RunFinding } from '../../../../../src/engine/analysis/run-findings.ts'
import type { CorruptedFigures, PassFacts } from '../../../../../src/engine/probes/report.ts'
import { firstThree } from '../../../../../src/ui/results/findings/card-answers.ts'
import { type CardMaker, findingCards } from '../../../../../src/ui/results/findings/finding-cards.ts'
import { estimate } from '../../../support/estimates.ts'
import { answered } from '../../../support/records.ts'
import { fields, makeReportFacts, many, right } from '../../../support/unread-run.ts'

/** Task 1 is always wrong, task 0 always right; each question has its own image. */
const asked = makeReportFacts(
  Array.from({ length: 80 }, (_, index) =>
    index % 2 === 0 ? right(index) : answered(index, fields(index), { parsed: 'B', correct: false }),
  ),
)
const withImage = (row: ResultRow): ResultRow => ({ ...row, image: `${row.index}.png` })
const facts = { ...asked, rows: asked.rows.map(withImage) }

/** Each kind of finding that this run itself does not have. */
const gap: AdjustedComparison = {
  ...{ n: 80, clusters: 80, unit: 'image', first: 50, second: 47, p: 0.3, adjusted: 0.3 },
  ...{ difference: -0.04, low: -0.1, high: 0.02 },
  table: { bothRight: 44, onlyFirst: 6, onlySecond: 3, bothWrong: 27 },
} as AdjustedComparison
const pass: CorruptedFigures = {
  ...{ run: 'noisy', corruption: 'noise', strength: 4, overall: gap, voxels: [] },
}
const half = estimate(40, 20, 0.5)
const added: readonly RunFinding[] = [
  {
    kind: 'shortcut',
    isShown: true,
    rates: facts.credibility.overall,
  },
  { kind: 'previous', isShown: false, previous: { run: 'earlier', name: 'Earlier', overall: gap } },
  { kind: 'degraded', isShown: false, passes: [], of: 1 },
  { kind: 'constant', isShown: true, tasks: [{ ...half, label: 'Task 1' }], of: 2 },
  { kind: 'yes-no', isShown: false, figures: { n: 40, yes: half, no: half, balanced: null, kappa: null } },
]
const measured = {
  rows: facts.rows.map((row, at) => (at % 2 === 0 ? row : { ...row, right: 'A\tyes' })),
  findings: [...facts.findings, ...added],
  probes: { corruptions: [pass] } as unknown as PassFacts,
}
const samples: FindingSamples = {
  linked: [2, 4, 6, 8],
  changed: new Map([
    ['earlier', [1, 3, 5]],
    ['noisy', [2, 4, 6]],
  ]),
}

test('what a run cannot do is one card, with its wrong answers and three of their images', () => {
  const cards = findingCards(facts, [])
  expect(cards.map(({ id }) => id)).toEqual(expect.arrayContaining(['overall', 'cannot']))
  expect(cards.filter(({ id }) => id === 'cannot')).toHaveLength(1)
  const card = cards.find(({ id }) => id === 'cannot')
  expect(card?.sentences[0]).toMatch(/^1 voxel of 2 is below guessing\.$/)
  expect(card?.sentences).toContain('1 voxel is less accurate than the rest of the run.')
  expect(card?.link).toMatchObject({ text: '40 wrong answers' })
  expect(card?.link?.href).toContain('task=Task+1')
  expect(card?.link?.href).toContain('verdict=wrong')
  expect(card?.samples.map(({ index }) => index)).toEqual([1, 3, 5])
})

test('voxels that are not clear are drawn from those with five answers on, before those with fewer', () => {
  const place = { modality: 'CT', parts: 'Chest' }
  const voxels = [
    { ...estimate(1, 0, 0.5), task: 'Task 0', ...place },
    { ...estimate(20, 8, 0.5), task: 'Task 1', ...place },
  ]
  const unclear: RunFinding = { kind: 'unclear', isShown: false, voxels, of: 2 }
  const [card] = findingCards({ ...facts, findings: [unclear] }, [])
  expect(card?.lines.map(({ share }) => share?.n)).toEqual([20, 1])
  expect(card?.link?.href).toContain('task=Task+1')
})

test('the heavier a card, the further in front; what the run does not show stands behind', () => {
  const cards = findingCards(facts, [])
  const weights = cards.map(({ weight }) => weight)
  expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  expect(cards[0]?.id).toBe('overall')
  const quiet = cards.findIndex(({ id, isShown }) => id !== 'overall' && !isShown)
  if (quiet !== -1) expect(cards.slice(quiet).filter(({ isShown }) => isShown)).toEqual([])
})

test('a feature’s sentence comes first on a card that the core makes too', () => {
  const made: CardMaker = () => ({
    ...{ id: 'cannot', title: 'What it cannot do', sentences: ['The feature’s.'], isShown: true },
    ...{ lines: [], samples: [], link: null, weight: 1 },
  })
  const card = findingCards(facts, [made, () => null]).find(({ id }) => id === 'cannot')
  expect(card?.sentences[0]).toBe('The feature’s.')
  expect(card?.sentences[1]).toContain('below guessing')
  expect(card?.lines).not.toEqual([])
  expect(card?.link?.text).toBe('40 wrong answers')
})

test('of unread replies there is one card, with their share and their number', () => {
  const unread = makeReportFacts(many)
  const cards = findingCards({ ...unread, rows: unread.rows.map(withImage) }, [])
  expect(cards.map(({ id }) => id)).toEqual(['unread'])
  expect(cards[0]?.lines[0]?.share).toMatchObject({ n: 84, share: 1, basis: null })
  expect(cards[0]?.link?.text).toBe('84 wrong answers')
  expect(cards[0]?.samples).toHaveLength(3)
  const named = unread.rows.map(row => ({ ...row, isUnparsed: true as const }))
  const [card] = findingCards({ ...unread, rows: named }, [])
  expect(card?.link?.text).toBe('84 unread replies')
  expect(card?.link?.href).toContain('only=unread')
})

test('every card of a run has a chart and a link with a count; all but that of published models have images', () => {
  const cards = findingCards({ ...facts, ...measured, samples }, [])
  const ids = ['overall', 'cannot', 'reasons', 'changed', 'corrupted', 'yes-no', 'published', 'constant']
  expect(cards.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  for (const { id, lines, link, samples } of cards) {
    expect([id, lines.length > 0]).toEqual([id, true])
    expect([id, link?.text]).toEqual([id, expect.stringMatching(/^[\d,]+ /)])
    expect([id, samples.length]).toEqual([id, id === 'published' ? 0 : 3])
  }
  const findLink = (id: string) => cards.find(card => card.id === id)?.link
  expect(findLink('overall')?.text).toBe('40 wrong answers')
  expect(findLink('reasons')).toMatchObject({ text: '4 answers in shortcuts' })
  expect(findLink('reasons')?.href).toContain('only=shortcut')
  expect(findLink('changed')?.text).toBe('9 changed verdicts')
  expect(findLink('corrupted')?.href).toContain('change=lost')
  expect(findLink('yes-no')).toMatchObject({ text: '40 wrong answers' })
  expect(findLink('yes-no')?.href).toContain('only=yes-no')
  expect(findLink('published')?.text).toBe('33 published models')
  const beside = cards.find(({ id }) => id === 'published')?.lines ?? []
  expect(beside.map(({ label }) => label).indexOf('This run')).toBe(2)
  const shares = beside.map(({ share }) => share?.share ?? 0)
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(shares).toHaveLength(5)
})

test('where no voxel is found weak, the lowest are drawn and named so', () => {
  const all = makeReportFacts(
    Array.from({ length: 80 }, (_, index) =>
      index % 5 > 0 ? right(index) : answered(index, fields(index), { parsed: 'B', correct: false }),
    ),
  )
  const findings = all.findings.filter(({ kind }) => kind === 'weakest' || kind === 'below')
  const card = findingCards({ ...all, findings }, []).find(({ id }) => id === 'cannot')
  expect(card?.isShown).toBe(false)
  expect(card?.lines).toHaveLength(2)
  expect(card?.caption).toBe('The lowest accuracies:')
  expect(card?.link?.text).toBe('8 wrong answers')
})

test('three samples are of three images', () => {
  const shown = (index: number, image: string | null) => ({ index, id: `${index}`, image })
  const rows = [shown(0, 'a'), shown(1, 'a'), shown(2, null), shown(3, 'b'), shown(4, 'c'), shown(5, 'd')]
  expect(firstThree(rows).map(({ index }) => index)).toEqual([0, 3, 4])
})

test('an accuracy on questions from headers is compared with the highest of three baselines', () => {
  const seen = (correct: number) => {
    const baseline = { label: 'All questions', majority: 0.353, optionsOnly: 0.3, answers: 4 }
    const whole = [{ ...estimate(400, correct, 0.25), ...baseline }]
    const blind = { whole, rule: [], task: [], modality: [], parts: [], voxel: [] }
    const overview = { ...facts.overview, blind }
    return findingCards({ ...facts, overview }, []).find(({ id }) => id === 'overall')?.sentences[0]
  }
  expect(seen(102)).toBe(
    '25.5%, not clearly above the most frequent answer (35.3%): no sign that it sees the image.',
  )
  expect(seen(300)).toBe(
    '75.0%, above guessing, the most frequent answer and the options alone: a sign that it sees the image.',
  )
})
