/** The grounding audit: figures checked by hand, and the rules of its verdicts. */

import { expect, test } from 'vitest'
import { exportRun } from '../../../src/data/export/export-run.ts'
import type { StoredRuns } from '../../../src/data/export/stored-runs.ts'
import type { Pass, PassAnswer } from '../../../src/engine/probes/pass.ts'
import { optionOrders } from '../../../src/engine/probes/passes.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { auditFinding } from '../../../src/features/audit/data/audit-finding.ts'
import { type Audit, auditJson, auditRun } from '../../../src/features/audit/engine/audit.ts'
import { auditList } from '../../../src/features/audit/engine/audit-list.ts'
import type { Metric } from '../../../src/features/audit/engine/metrics.ts'
import { auditSentence, floorSentence, unreadWords } from '../../../src/features/audit/text/audit-words.ts'
import { answered, failed, medrcubeRow, someRun } from '../../unit/support/records.ts'
import { blankImage, swappedImage } from '../../unit/support/some-probes.ts'

interface Asked {
  readonly image: string
  readonly original: string
  readonly modality?: string
}

const letters = ['A', 'B', 'C', 'D']

/** Where a question has the option that this test calls by a letter: the right one, `A`, is at another place in each. */
const placed = (letter: string, index: number): string =>
  letter === '' ? '' : (letters[(letters.indexOf(letter) + index) % letters.length] ?? '')

/** A question of four options, of which `A` is right, and no other question has that answer. */
function makeRecord({ image, original, modality = 'CT' }: Asked, index: number): RunRecord {
  const options = Object.fromEntries(
    letters.map(letter => [`option_${placed(letter, index)}`, `${letter}${index}`]),
  )
  const labels = { task: 'Organ Recognition', modality, parts: 'Brain' }
  const record = answered(
    index,
    { id: String(index), ...labels, ...options, gt_answer: `A${index}` },
    { rightAnswer: placed('A', index), parsed: placed(original, index), correct: original === 'A' },
  )
  return { ...record, sample: { ...record.sample, image } }
}

function makePass(probe: Probe, letters: readonly (string | null)[], shownImage: string | null = null): Pass {
  const answers = letters.flatMap((parsed, index): PassAnswer[] =>
    parsed === null
      ? []
      : [{ index, parsed: placed(parsed, index), verdict: parsed === 'A' ? 'correct' : 'wrong', shownImage }],
  )
  return { run: 'p', probe, answers }
}

const audited = (records: readonly RunRecord[], passes: readonly Pass[]): Audit => {
  const audit = auditRun(records, passes, medrcube, medrcubeRow)
  if (!audit) throw new Error('There is no audit.')
  return audit
}

const asked: readonly Asked[] = [
  { image: 'a', original: 'A' },
  { image: 'a', original: 'A' },
  { image: 'b', original: 'A' },
  { image: 'b', original: 'B' },
  { image: 'c', original: 'A' },
  { image: 'c', original: 'C' },
  { image: 'd', original: 'A' },
  { image: 'd', original: 'B' },
]
const records = asked.map(makeRecord)
const wrong = makePass(swappedImage, ['A', 'B', 'C', 'B', '', 'D', 'A', 'A'], 'e')
const blank = makePass(blankImage, ['A', 'A', 'B', 'B', 'A', 'C', 'A', 'B'])

const findFigure = ({ overall }: Audit, metric: Metric) =>
  overall.figures.find(figure => figure.metric === metric)

test('consistency and consensus of drawn answers are those counted by hand', () => {
  const draws = [
    ['A', 'B', 'C', 'B', '', 'D', 'A', null],
    ['A', 'A', 'C', 'A', 'A', 'D', '', null],
    ['B', 'A', 'A', 'C', 'A', 'D', '', null],
  ].map((letters, i) => makePass({ kind: 'repeat', draw: i + 1 }, letters))
  const audit = audited(records, [blank, ...draws])
  // Shares of the mode: 2/3 A, 2/3 A, 2/3 C, 1/3 (the first, B), 1 A, 1 D; a single draw counts for nothing.
  expect(findFigure(audit, 'consistency')).toMatchObject({
    numerator: expect.closeTo(2 + 1 / 3 + 2, 12),
    denominator: 6,
  })
  expect(findFigure(audit, 'consensus')).toMatchObject({ numerator: 3, denominator: 6, value: 0.5 })
  // Draws say nothing about images.
  expect(auditRun(records, draws, medrcube, medrcubeRow)).toBeNull()
})

test('a server that changes answers by itself: the floor of every change rate, on the same questions', () => {
  const same = makePass({ kind: 'unchanged' }, ['A', 'B', 'A', 'B', 'A', '', 'C', null])
  const swaps = (['same-label', 'opposite-label'] as const).map(kind =>
    makePass({ kind, seed: 1 }, ['A', 'A', 'C', 'B', 'B', 'C', '', 'B'], 'e'),
  )
  const audit = audited(records, [same, wrong, blank, ...swaps])
  // Read on both: all but 5 and 7. Of them 1 and 6 change.
  expect(findFigure(audit, 'noise-floor')).toMatchObject({ numerator: 2, denominator: 6, value: 1 / 3 })
  // 4 has no readable reply on the wrong image.
  expect(findFigure(audit, 'image-sensitivity')?.floor).toMatchObject({ n: 5, value: 2 / 5 })
  expect(findFigure(audit, 'blank-change')?.floor).toMatchObject({ n: 6, value: 1 / 3 })
  // Right with their own image and read on the other: 0, 1, 2 and 4.
  for (const metric of ['ofr', 'uar'] as const)
    expect(findFigure(audit, metric)?.floor).toMatchObject({ n: 4, value: 1 / 4 })
  expect(floorSentence(audit)).toBe('Noise floor: 33.3% of 6 answers change although nothing was changed.')
  // A difference of two change rates has the floor in both.
  expect(findFigure(audit, 'ssp')?.floor).toBeUndefined()
  expect(findFigure(audit, 'vrs')?.floor).toBeUndefined()
  const [whole] = auditJson(audit).slices as { figures: Record<string, unknown>[] }[]
  expect(whole?.figures.find(({ metric }) => metric === 'blank-change')).toMatchObject({
    floor: { n: 6, value: 0.333333, low: expect.any(Number), high: expect.any(Number) },
  })
  // By itself it says nothing about images.
  expect(auditRun(records, [same], medrcube, medrcubeRow)).toBeNull()
})

test('the figures of a small table are those counted by hand', () => {
  const audit = audited(records, [wrong, blank])
  // Seven pairs can be read: 4 right with the own image, 3 with a wrong one.
  expect(findFigure(audit, 'vrs')).toMatchObject({ numerator: 1, denominator: 7, value: 1 / 7, clusters: 4 })
  expect(findFigure(audit, 'image-sensitivity')).toMatchObject({ numerator: 4, denominator: 7 })
  expect(findFigure(audit, 'blank-retention')).toMatchObject({ numerator: 4, denominator: 5, value: 0.8 })
  expect(findFigure(audit, 'blank-change')).toMatchObject({ numerator: 1, denominator: 8, value: 0.125 })
  // Without other orders of the options, nothing is known of robustness.
  expect(findFigure(audit, 'ideal')).toBeUndefined()
  const [original, ...others] = audit.conditions
  expect(original).toMatchObject({
    condition: 'original',
    accuracy: { n: 8, correct: 5 },
    changed: null,
    kept: null,
  })
  expect(
    others.map(({ condition, accuracy, changed, kept, readable }) => [
      condition,
      [accuracy.correct, accuracy.n],
      [changed?.correct, changed?.n],
      [kept?.correct, kept?.n],
      [readable.correct, readable.n],
    ]),
  ).toEqual([
    ['blank-image', [4, 8], [1, 8], [4, 5], [8, 8]],
    ['wrong-image', [3, 7], [4, 7], [2, 4], [7, 8]],
  ])
  for (const { value, low = 0, high = 1 } of audit.overall.figures) {
    expect(low).toBeLessThanOrEqual(value)
    expect(high).toBeGreaterThanOrEqual(value)
  }
})

test('the four behaviours: the same answer in all orders, and another one without the image', () => {
  // The first question keeps its option wherever it stands, the second its letter; the third changes without the image.
  const order = (shift: number, first: string, third: string) =>
    makePass({ kind: 'option-order', shift }, [first, 'A', third])
  const orders = [order(1, 'D', 'D'), order(2, 'C', 'C'), order(3, 'B', 'B')]
  expect(orders.map(({ probe }) => probe)).toEqual(optionOrders.slice(0, 3))
  const audit = audited(records, [blank, ...orders])
  const counts = (['ideal', 'fragile', 'dangerous', 'worst'] as const).map(metric => {
    const figure = findFigure(audit, metric)
    return [figure?.numerator, figure?.denominator]
  })
  expect(counts).toEqual([
    [1, 3],
    [0, 3],
    [1, 3],
    [1, 3],
  ])
})

test('nothing is audited without a pass on the image, or without images', () => {
  expect(
    auditRun(records, [makePass({ kind: 'option-order', shift: 1 }, ['A'])], medrcube, medrcubeRow),
  ).toBeNull()
  const withoutImage = records.map(record => ({ ...record, sample: { ...record.sample, image: null } }))
  expect(auditRun(withoutImage, [blank], medrcube, medrcubeRow)).toBeNull()
  const mixed = audited(
    [...records, { ...makeRecord({ image: '', original: 'A' }, 8), ...failed(9) }],
    [blank],
  )
  expect(mixed.overall.n).toBe(8)
})

test('VRS and image sensitivity count every question; the wrong-image gap those whose right answer does not fit', () => {
  // The first two questions, on images a and b, have one right answer: each fits the other image too.
  const alike = records.map((record, index) =>
    index === 0 || index === 2
      ? {
          ...record,
          sample: {
            ...record.sample,
            fields: { ...record.sample.fields, option_A: 'same', gt_answer: 'same' },
          },
        }
      : record,
  )
  const shown = ['b', 'b', 'a', 'a', 'd', 'd', 'c', 'c']
  const pass = makePass(swappedImage, ['A', 'B', 'A', 'B', 'C', 'C', 'A', 'B'])
  const swapped = {
    ...pass,
    answers: pass.answers.map((answer, i) => ({ ...answer, shownImage: shown[i] ?? null })),
  }
  const audit = audited(alike, [swapped])
  expect(audit.untouched).toBe(2)
  expect(findFigure(audit, 'vrs')).toMatchObject({ numerator: 2, denominator: 8 })
  expect(findFigure(audit, 'image-sensitivity')).toMatchObject({ numerator: 2, denominator: 8 })
  expect(findFigure(audit, 'wrong-image-gap')).toMatchObject({ numerator: 2, denominator: 6 })
  expect(findFigure(audit, 'wrong-image-change')).toMatchObject({ numerator: 2, denominator: 6 })
})

test('a figure with over 5% of its replies unread says so', () => {
  const audit = audited(records, [wrong, blank])
  // One of eight replies on the wrong image was not read.
  expect(findFigure(audit, 'vrs')?.unread).toBe(0.125)
  expect(findFigure(audit, 'blank-change')?.unread).toBe(0)
  expect(unreadWords({ unread: 0.125 })).toBe('12.5% not read')
  expect(unreadWords({ unread: 0.05 })).toBeNull()
})

/** Many questions, two on each image, in one voxel for each modality. */
function many(modality: string, images: number, from: number): Asked[] {
  return Array.from({ length: 2 * images }, (_, i) => ({
    image: `${modality} ${Math.floor(i / 2)}`,
    modality,
    original: i % 4 === 3 ? 'B' : 'A',
    index: from + i,
  }))
}

test('a model that answers alike with any image ignores it; one whose answers follow the image uses it', () => {
  const ct = many('CT', 150, 0)
  const mri = many('MRI', 150, ct.length)
  const few = many('X-ray', 5, 0)
  const all = [...ct, ...mri, ...few]
  const others = all.map(({ modality, original }, i) =>
    modality === 'MRI' && original === 'A' ? (i % 3 === 0 ? 'A' : 'C') : original,
  )
  const audit = audited(all.map(makeRecord), [
    makePass(swappedImage, others, 'e'),
    makePass(blankImage, others),
  ])
  expect(audit.voxels.map(({ modality, verdict, why }) => [modality, verdict, why])).toEqual([
    ['CT', 'ignores', undefined],
    ['MRI', 'uses', undefined],
    ['X-ray', 'unknown', 'few-questions'],
  ])
  expect(audit.counts).toEqual({ uses: 1, 'uses-a-little': 0, ignores: 1, unstable: 0, unknown: 1 })
  const [ofCt] = audit.voxels
  expect(ofCt?.by).toEqual(['wrong-image-change', 'blank-change', 'wrong-image-gap'])
  expect(ofCt?.figures.find(({ metric }) => metric === 'wrong-image-gap')).toMatchObject({ value: 0, p: 1 })
})

test('a verdict needs answers that can be read, and accuracy above guessing', () => {
  const ct = many('CT', 150, 0)
  const original = ct.map(({ original }) => original)
  const unread = original.map((letter, i) => (i % 10 === 0 ? '' : letter))
  const [voxel] = audited(ct.map(makeRecord), [makePass(swappedImage, unread, 'e')]).voxels
  expect(voxel).toMatchObject({ verdict: 'unknown', why: 'unread' })
  const guessing = ct.map((one, i) => ({ ...one, original: 'ABCD'[i % 4] ?? '' }))
  const turned = guessing.map((_, i) => 'BCDB'[i % 4] ?? '')
  const [chance] = audited(guessing.map(makeRecord), [makePass(swappedImage, turned, 'e')]).voxels
  expect(chance).toMatchObject({ verdict: 'unknown', why: 'at-chance' })
})

test('in run.json every figure has its parts, its interval and its passes', () => {
  const json = auditJson(audited(records, [wrong, blank]))
  expect(json.passes).toEqual({ 'wrong-image': 'swapped-image #1', 'blank-image': 'blank-image' })
  const [whole] = json.slices as { figures: Record<string, unknown>[] }[]
  expect(whole).toMatchObject({ slice: {}, n: 8, clusters: 4, verdict: 'unknown', why: 'few-questions' })
  expect(whole?.figures[0]).toEqual({
    ...{ metric: 'vrs', unit: 'difference', numerator: 1, denominator: 7, value: 0.142857 },
    ...{ low: expect.any(Number), high: expect.any(Number), clusters: 4, method: 'mover', p: 1 },
    unread: 0.125,
    passes: ['swapped-image #1'],
  })
})

const stored: StoredRuns = {
  run: async id => (id === 'r' ? someRun : { ...someRun, id, parent: 'r', probe: blankImage }),
  runs: async () => [{ run: someRun }, { run: { ...someRun, id: 'p', parent: 'r', probe: blankImage } }],
  load: async () => undefined,
  regions: async () => [],
  countRecords: async () => records.length,
  async *records(id) {
    yield id === 'r'
      ? records
      : records.map((record, i) => {
          const parsed = blank.answers[i]?.parsed ?? ''
          return {
            ...record,
            run: id,
            status: 'answered',
            response: parsed,
            parsed,
            correct: blank.answers[i]?.verdict === 'correct',
          }
        })
  },
}

test('run.json has the audit; the Inspect log has it as a score', async () => {
  const text = await (await exportRun(stored, 'r', 'run.json', {})).text()
  const json = JSON.parse(text)
  const free = { ...blank, answers: blank.answers.map(answer => ({ ...answer, isRefusal: false })) }
  const audit = audited(records, [free])
  expect(json.audit).toEqual(auditJson(audit))
  expect(auditFinding.score(audit)).toMatchObject({
    name: 'grounding_audit',
    metrics: {
      blank_change: { name: 'blank_change', value: 0.125, metadata: { numerator: 1, denominator: 8 } },
      silent_failure_blank: { value: 1, metadata: { denominator: 8, method: 'korn-graubard' } },
    },
    metadata: { verdict: 'unknown', published: {}, voxels: 1, verdicts_by_voxel: { unknown: 1 } },
  })
})

test('figures.json has the audit over all questions, each figure by its own name', async () => {
  const figures = JSON.parse(await (await exportRun(stored, 'r', 'figures.json', {})).text())
  expect(figures.find(({ figure }: { figure: string }) => figure === 'audit/blank-change')).toMatchObject({
    ...{ n: 8, correct: 1, share: 0.125, clusters: 4, method: 'korn-graubard', unread: 0 },
  })
  const names = auditList(audited(records, [wrong, blank])).map(({ figure }) => figure)
  const own = ['wrong-image-gap', 'wrong-image-change']
  expect(names).toEqual(
    expect.arrayContaining(['vrs', 'image-sensitivity', ...own].map(name => `audit/${name}`)),
  )
})

test('swaps by right answer: what is kept, what changes, and what follows the new image', () => {
  const letters = ['A', 'A', 'C', 'B', 'A', 'C', '', 'B']
  const same = makePass({ kind: 'same-label', seed: 1 }, letters, 'e')
  const swapped = makePass({ kind: 'opposite-label', seed: 1 }, ['B', 'A', 'B', 'B', 'C', 'C', 'B', 'B'], 'e')
  const opposite = {
    ...swapped,
    answers: swapped.answers.map(answer => ({ ...answer, swappedRight: placed('B', answer.index) })),
  }
  const text = makePass({ kind: 'text-only' }, ['A', 'B', 'B', 'B', 'B', 'B', 'A', 'B'])
  const audit = audited(records, [same, opposite, text])
  // Right with their own image: 0, 1, 2, 4 and 6. Of them 0, 1 and 4 keep their answer, 2 changes, 6 was not read.
  expect(findFigure(audit, 'uar')).toMatchObject({ numerator: 3, denominator: 4 })
  expect(findFigure(audit, 'ofr')).toMatchObject({ numerator: 4, denominator: 5 })
  // On the four that have both: 3 change on an image of another answer, 1 on one of the same.
  expect(findFigure(audit, 'ssp')).toMatchObject({ numerator: 2, denominator: 4, value: 0.5 })
  expect(findFigure(audit, 'swapped-accuracy')).toMatchObject({ numerator: 5, denominator: 8 })
  expect(findFigure(audit, 'text-only-gap')).toMatchObject({ numerator: 3, denominator: 8 })
})

test('a model that answers otherwise in other words is unstable, beside what it does with the image', () => {
  const ct = many('CT', 150, 0)
  const original = ct.map(({ original }) => original)
  const turned = original.map((letter, i) => (i % 3 === 0 ? 'D' : letter))
  const wordings = [1, 2].map(wording =>
    makePass({ kind: 'paraphrase', wording }, wording === 1 ? turned : original),
  )
  const audit = audited(ct.map(makeRecord), [makePass(swappedImage, turned, 'e'), ...wordings])
  const by = ['wrong-image-gap', 'wrong-image-change', 'stability']
  expect(audit.voxels[0]).toMatchObject({ verdict: 'uses', isUnstable: true, by })
  // Half of the wordings change a third of the answers.
  expect(findFigure(audit, 'stability')?.value).toBeCloseTo(5 / 6, 12)
  const blind = audited(ct.map(makeRecord), [makePass(swappedImage, original, 'e'), ...wordings])
  const ignoring = ['wrong-image-change', 'wrong-image-gap', 'stability']
  expect(blind.voxels[0]).toMatchObject({ verdict: 'ignores', isUnstable: true, by: ignoring })
})

test('a server that changes a third of its answers by itself is unstable, in the same words or in others', () => {
  const ct = many('CT', 150, 0)
  const original = ct.map(({ original }) => original)
  const turned = original.map((letter, i) => (i % 3 === 0 ? 'D' : letter))
  const overall = (...passes: readonly Pass[]) =>
    audited(ct.map(makeRecord), [makePass(swappedImage, turned, 'e'), ...passes]).overall
  const same = (letters: readonly string[]) => makePass({ kind: 'unchanged' }, letters)
  const words = (letters: readonly string[]) => makePass({ kind: 'paraphrase', wording: 1 }, letters)
  const noisy = { isUnstable: true, by: expect.arrayContaining(['noise-floor']) }
  expect(overall(same(turned))).toMatchObject(noisy)
  expect(overall(same(turned), words(turned))).toMatchObject(noisy)
  const worded = { isUnstable: true, by: expect.arrayContaining(['stability']) }
  expect(overall(same(original), words(turned))).toMatchObject(worded)
  expect(overall(same(original))).toMatchObject({ isUnstable: false })
})

test('options withheld: the gap counts replies that were read, and no pass decides whether the image is used', () => {
  const words = makePass({ kind: 'no-options' }, ['A', 'B', '', 'B', 'A', 'A', 'B', ''])
  const audit = audited(records, [words])
  // Read on both: all but 2 and 7. Right of them with options 0, 1, 4 and 6, without 0, 4 and 5.
  expect(findFigure(audit, 'options-gap')).toMatchObject({ numerator: 1, denominator: 6 })
  expect(audit.conditions[1]?.accuracy.chance).toBeNull()
  const ct = many('CT', 150, 0)
  const own = ct.map(({ original }) => original)
  const large = audited(ct.map(makeRecord), [makePass({ kind: 'no-options' }, own)])
  expect(large.overall).toMatchObject({ verdict: 'unknown', why: 'not-asked' })
})

test('a run whose voxels are all too small has the verdicts of all questions and of its tasks', () => {
  const small = auditSentence(audited(records, [wrong]))
  expect(small).toBe(
    'All questions together: unclear (fewer than 30 questions). No voxel has the 30 questions on 10 images that a verdict needs.',
  )
  const modalities = Array.from({ length: 150 }, (_, i) => many(`M${i % 10}`, 1, 0)[0]).flatMap(
    one => one ?? [],
  )
  const asked = modalities.map((one, i) => ({ ...one, image: `image ${i}` }))
  const turned = asked.map(({ original }) => (original === 'A' ? 'B' : 'A'))
  const audit = audited(asked.map(makeRecord), [makePass(swappedImage, turned, 'e')])
  expect(auditSentence(audit)).toMatch(
    /^All questions together: .*\. No voxel has the 30 questions on 10 images that a verdict needs\. Of 1 task, /,
  )
})

test('region against elsewhere: figures by hand', () => {
  const region = makePass({ kind: 'region' }, ['B', 'A', 'C', 'A', 'B', null, '', 'B'])
  const elsewhere = makePass({ kind: 'elsewhere' }, ['A', 'A', 'C', 'B', 'A', 'C', 'A', null])
  const audit = audited(records, [region, elsewhere])
  // Right with their own image: 0, 1, 2, 4 and 6. Under the region 0, 2 and 4 change, 6 was not read.
  expect(findFigure(audit, 'cgr')).toMatchObject({ numerator: 3, denominator: 4 })
  // Elsewhere only 2 changes.
  expect(findFigure(audit, 'ims')).toMatchObject({ numerator: 4, denominator: 5 })
  // On the four that have both: 3 and 1.
  expect(findFigure(audit, 'gsp')).toMatchObject({ numerator: 2, denominator: 4, value: 0.5 })
})

test('only findings that were affirmed count for the region: no and normal are none', () => {
  const [first] = records
  if (first?.status !== 'answered') throw new Error('It was answered.')
  const denied = ['No', 'None of these', 'Normal', 'absent', 'Nodule', 'Noduloid'].map((text, index) => ({
    ...first,
    rightAnswer: placed('A', index),
    parsed: placed('A', index),
    sample: {
      ...first.sample,
      index,
      fields: { ...first.sample.fields, [`option_${placed('A', index)}`]: text, gt_answer: text },
    },
  }))
  const audit = audited(denied, [makePass({ kind: 'region' }, ['B', 'B', 'B', 'B', 'B', 'A'])])
  expect(findFigure(audit, 'cgr')).toMatchObject({ numerator: 1, denominator: 2 })
})

test('verdicts by the region: specific use, and answers that any covering changes', () => {
  const ct = many('CT', 150, 0).map(one => ({ ...one, original: 'A' }))
  const kept = ct.map(() => 'A')
  const turned = ct.map((_, i) => (i % 2 === 0 ? 'B' : 'A'))
  const findVerdict = (region: readonly string[], elsewhere: readonly string[]) =>
    audited(ct.map(makeRecord), [
      makePass({ kind: 'region' }, region),
      makePass({ kind: 'elsewhere' }, elsewhere),
    ]).overall
  expect(findVerdict(turned, kept)).toMatchObject({ verdict: 'uses', by: ['gsp', 'ims'] })
  expect(findVerdict(turned, turned)).toMatchObject({ verdict: 'unstable', by: ['ims'] })
  expect(findVerdict(kept, kept)).toMatchObject({ verdict: 'unknown', why: 'no-rule' })
})

test('unstable and uses, or ignores, are named together; what changes with any part covered does not ignore the image', () => {
  const ct = many('CT', 150, 0).map(one => ({ ...one, original: 'A' }))
  const kept = ct.map(() => 'A')
  const turned = ct.map((_, i) => (i % 3 === 0 ? 'B' : 'A'))
  const overall = (...passes: readonly Pass[]) => audited(ct.map(makeRecord), passes).overall
  const sameImage = makePass(swappedImage, kept, 'e')
  const words = makePass({ kind: 'paraphrase', wording: 1 }, turned)
  const elsewhere = makePass({ kind: 'elsewhere' }, turned)
  expect(overall(sameImage, elsewhere)).toMatchObject({ verdict: 'unstable', by: ['ims'] })
  expect(overall(sameImage, words)).toMatchObject({ verdict: 'ignores', isUnstable: true })
  const swaps = (['same-label', 'opposite-label'] as const).map(kind =>
    makePass({ kind, seed: 1 }, kind === 'same-label' ? kept : turned),
  )
  expect(overall(...swaps)).toMatchObject({ verdict: 'uses', isUnstable: false, by: ['ssp'] })
  expect(overall(...swaps, words)).toMatchObject({
    verdict: 'uses',
    isUnstable: true,
    by: ['ssp', 'stability'],
  })
})
