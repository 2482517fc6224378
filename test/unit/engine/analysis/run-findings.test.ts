import { expect, test } from 'vitest'
import { accuracyFigures } from '../../../../src/engine/analysis/accuracy-figures.ts'
import { chainRates } from '../../../../src/engine/analysis/chains.ts'
import { findClusters } from '../../../../src/engine/analysis/clusters.ts'
import type { Comparable, Comparison } from '../../../../src/engine/analysis/paired-differences.ts'
import { shortcutsOfRows } from '../../../../src/engine/analysis/report.ts'
import {
  type FindingFacts,
  type RunFinding,
  runFindings,
} from '../../../../src/engine/analysis/run-findings.ts'
import type { Estimate } from '../../../../src/engine/analysis/shares.ts'
import { findingWords } from '../../../../src/ui/text/findings.ts'
import { row } from '../../support/judged-rows.ts'
import { nothingDerived } from '../../support/records.ts'

const comparison = (change: Pick<Comparison, 'p' | 'difference' | 'low' | 'high'>): Comparison => ({
  ...{ n: 60, clusters: 60, unit: 'image', first: 0.5, second: 0.5 },
  table: { bothRight: 30, onlyFirst: 0, onlySecond: 0, bothWrong: 30 },
  obuchowski: { statistic: 0, p: 1 },
  durkalski: { statistic: 0, p: 1 },
  ...change,
})

let made = 0
/** Questions of one voxel, each on its own image. */
const voxel = (modality: string, right: number, n: number, chance = 0.25): Comparable[] =>
  Array.from({ length: n }, (_, at) => {
    made += 1
    return row({
      id: String(made),
      image: `${made}.png`,
      modality,
      chance,
      verdict: at < right ? 'correct' : 'wrong',
    })
  })

function makeFacts(rows: readonly Comparable[], change: Partial<FindingFacts> = {}): FindingFacts {
  return {
    rows,
    overview: { ...accuracyFigures(rows), part: null, unread: nothingDerived.unread },
    rates: chainRates({ rows, chains: shortcutsOfRows(rows, {}).chains, clusters: findClusters(rows) }),
    probes: null,
    previous: null,
    isPublished: false,
    selection: null,
    ...change,
  }
}

const findKind = <Kind extends RunFinding['kind']>(facts: FindingFacts, kind: Kind) =>
  runFindings(facts).find((finding): finding is Extract<RunFinding, { kind: Kind }> => finding.kind === kind)

test('voxels below guessing and below the rest are named, the others are not', () => {
  const rows = [
    ...voxel('CT', 95, 100),
    ...voxel('MRI', 2, 60),
    ...voxel('X-ray', 5, 20),
    ...voxel('US', 90, 100),
  ]
  const facts = makeFacts(rows)
  expect(findKind(facts, 'overall')?.isShown).toBe(true)
  expect(findKind(facts, 'below')?.voxels.map(({ modality }) => modality)).toEqual(['MRI'])
  expect(findKind(facts, 'weakest')?.voxels.map(({ modality }) => modality)).toEqual(['MRI', 'X-ray'])
  expect(findKind(facts, 'unclear')?.voxels.map(({ modality }) => modality)).toEqual(['X-ray'])
  expect(runFindings(facts).map(findingWords)).toEqual([
    'Accuracy is 68.6% (62.8–74.0%), above guessing (25.0%).',
    '2 voxels are less accurate than the rest of the run.',
    '1 voxel of 4 is below guessing.',
    '1 voxel of 4 is not clearly above guessing and the most frequent answer.',
  ])
})

test('among many voxels at guessing none is stated, although single intervals exclude it', () => {
  const alone = [...voxel('Low', 3, 40), ...voxel('Even', 10, 40)]
  expect(findKind(makeFacts(alone), 'below')?.voxels).toHaveLength(1)
  const many = [
    ...voxel('Low', 3, 40),
    ...Array.from({ length: 40 }, (_, at) => voxel(`V${at}`, 10, 40)).flat(),
  ]
  const facts = makeFacts(many)
  const low = facts.overview.voxels.find(({ modality }) => modality === 'Low')
  expect(low?.high).toBeLessThan(0.25)
  expect(findKind(facts, 'below')).toMatchObject({ isShown: false, voxels: [] })
  expect(findKind(facts, 'weakest')).toMatchObject({ isShown: false, voxels: [] })
  // Each by its own interval, as in the cube.
  expect(findKind(facts, 'unclear')?.voxels).toHaveLength(40)
})

test('every voxel is tested, and the number found is stated', () => {
  const rows = [
    ...Array.from({ length: 14 }, (_, at) => voxel(`Low${at}`, 15, 40)).flat(),
    ...Array.from({ length: 14 }, (_, at) => voxel(`High${at}`, 38, 40)).flat(),
  ]
  const weakest = findKind(makeFacts(rows), 'weakest')
  expect(weakest?.voxels).toHaveLength(14)
  expect(weakest && findingWords(weakest)).toBe('14 voxels are less accurate than the rest of the run.')
})

test('of a part of the questions only the overall estimate is stated', () => {
  const rows = [...voxel('CT', 30, 30), ...voxel('MRI', 0, 30)]
  const facts = makeFacts(rows)
  const part = { asked: 60, of: 100 } as never
  expect(runFindings({ ...facts, overview: { ...facts.overview, part } }).map(({ kind }) => kind)).toEqual([
    'overall',
  ])
  expect(runFindings(makeFacts([]))).toEqual([])
})

test('where p and the interval disagree, p decides, and the finding says so', () => {
  const rows = [...voxel('CT', 20, 30), ...voxel('MRI', 20, 30)]
  const passes = (p: number, low: number, high: number) => [
    {
      run: 'n',
      corruption: 'noise',
      strength: 4,
      overall: comparison({ p, difference: -0.1, low, high }),
    } as const,
    {
      run: 'b',
      corruption: 'blur',
      strength: 4,
      overall: comparison({ p: 0.8, difference: 0, low: -0.1, high: 0.1 }),
    } as const,
  ]
  const degraded = (p: number, low: number, high: number) =>
    findKind(
      makeFacts(rows, { probes: { blank: null, swapped: null, corruptions: passes(p, low, high) } }),
      'degraded',
    )
  const shown = (...of: Parameters<typeof degraded>) => degraded(...of)?.passes.length
  expect(shown(0.01, -0.2, -0.02)).toBe(1)
  // Holm: of two passes.
  expect(shown(0.03, -0.2, -0.01)).toBe(0)
  const disputed = degraded(0.01, -0.2, 0.01)
  expect(disputed && findingWords(disputed)).toBe(
    'Accuracy falls on 1 of 2 passes with corrupted images. Of 1 of them the interval includes 0: the adjusted p decides.',
  )
  const previous = (p: number, low: number) =>
    findKind(
      makeFacts(rows, {
        previous: { run: 'x', name: 'Before', overall: comparison({ p, difference: 0.05, low, high: 0.1 }) },
      }),
      'previous',
    )
  expect(previous(0.01, 0.01)?.isShown).toBe(true)
  const found = previous(0.01, -0.01)
  expect(found && findingWords(found)).toBe(
    'Accuracy is higher than in the previous run, Before (+5.0 points, −1.0 to +10.0; p = 0.0100 decides).',
  )
  const notFound = previous(0.2, 0.01)
  expect(notFound && findingWords(notFound)).toBe(
    'No clear difference from the previous run, Before (+5.0 points, +1.0 to +10.0; p = 0.20 decides).',
  )
  const unclear = previous(0.2, -0.01)
  expect(unclear && findingWords(unclear)).toBe(
    'No clear difference from the previous run, Before (+5.0 points, −1.0 to +10.0).',
  )
})

test('shortcuts are compared only where enough images were misread', () => {
  const image = (at: number, seen: boolean, concluded: boolean) =>
    [
      ['Organ Recognition', seen],
      ['Disease Diagnosis', concluded],
    ].map(([task, isRight]) =>
      row({
        id: `${task} ${at}`,
        image: `i${at}.png`,
        task: String(task),
        verdict: isRight ? 'correct' : 'wrong',
      }),
    )
  const images = (misread: number) =>
    Array.from({ length: 80 }, (_, at) => image(at, at >= misread, at >= misread || at % 5 === 0)).flat()
  const [few, many] = [images(6), images(30)].map(rows => findKind(makeFacts(rows), 'shortcut'))
  expect(few?.isShown).toBe(false)
  expect(few && findingWords(few)).toBe('Too few images were misread to compare diagnoses: 6 of at least 10.')
  expect(many?.isShown).toBe(true)
  expect(many && findingWords(many)).toMatch(/^Diagnoses are less accurate with wrong perception \(−/)
})

test('a part with a number of questions set in advance keeps its findings; its figure is an estimate', () => {
  const rows = [...voxel('CT', 95, 100), ...voxel('MRI', 2, 60)]
  const facts = makeFacts(rows)
  const part = { asked: 160, of: 400, isSelection: false, basis: 'drawn', gain: null } as const
  const makePart = (change: Partial<Estimate>) => ({
    ...facts,
    overview: { ...facts.overview, part, overall: { ...facts.overview.overall, ...change } },
  })
  const fixed = makePart({ part: { of: 400, isDrawn: true, isFixed: true } })
  expect(runFindings(fixed).map(({ kind }) => kind)).toEqual(['overall', 'weakest', 'below', 'unclear'])
  expect(findingWords(runFindings(fixed)[0] as RunFinding)).toMatch(
    /^Estimated accuracy is 60\.6% \(.*\), above guessing/,
  )
  expect(runFindings(makePart({ part: { of: 400, isDrawn: true } }))).toHaveLength(1)
  // An interval that is too wide to be drawn is not printed, and nothing is compared by it.
  const wide = runFindings(makePart({ part: { of: 400, isDrawn: true }, low: 0.4, high: 0.9 }))
  expect(wide.map(findingWords)).toEqual(['Estimated accuracy is 60.6% (too few answers).'])
})
