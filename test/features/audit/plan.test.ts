/** What an audit would ask of a run: a balanced part of its questions, within three times the run's own time. */

import { readdirSync, readFileSync } from 'node:fs'
import type { JsonObject } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { probeKey } from '../../../src/engine/probes/kind-of.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { type AuditPlan, auditPlans, auditProbes } from '../../../src/features/audit/engine/plan.ts'
import { powerOfDifference } from '../../../src/features/audit/engine/power.ts'
import { planWords } from '../../../src/features/audit/text/audit-words.ts'
import { answered, someRun } from '../../unit/support/records.ts'

const organs = ['Heart', 'Lung', 'Liver', 'Spleen']
const score = {
  text: 'A',
  tokens: { prompt: 10, image: 4, reused: 0, generated: 1 },
  stop: 'verdict',
  timings: { encode: 20, prefix: 10, prefill: 30, decode: 40 },
} as const

/** Two questions on each image, in two voxels. */
const records = (count: number): readonly RunRecord[] =>
  Array.from({ length: count }, (_, index) => {
    const image = `d/${Math.floor(index / 2)}.png`
    const options = Object.fromEntries(organs.map((organ, i) => [`option_${'ABCD'[i]}`, organ]))
    const labels = { task: 'Organ Recognition', modality: index % 4 < 2 ? 'CT' : 'MRI', parts: 'Chest' }
    const fields = {
      id: `${index}`,
      question: 'Which?',
      ...labels,
      ...options,
      gt_answer: organs[index % 3] ?? '',
    }
    const record = answered(index, { ...fields, image_path: image }, { score })
    return { ...record, sample: { ...record.sample, image } }
  })

const withBox = (record: RunRecord, has: boolean): RunRecord => {
  const { fields } = record.sample
  return has
    ? { ...record, sample: { ...record.sample, fields: { ...fields, box: [10, 10, 20, 20] } } }
    : record
}

const withAnswer = (record: RunRecord, correct: boolean): RunRecord =>
  record.status === 'answered' ? { ...record, correct } : record

/** Passes that are done, on all questions or on the first of them. */
const donePasses = (probes: readonly Probe[], limit: number | null = null) =>
  new Map(
    probes.map(probe => [
      probeKey(probe),
      { state: 'done' as const, total: limit ?? 600, settings: { ...someRun.settings, limit } },
    ]),
  )

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const run = { settings: someRun.settings, timings: { load: 0, asking: 1600 * 100 } }

const listProbes = (plan: AuditPlan | undefined) => plan?.passes.map(({ probe }) => probe)
const isOfRegion = ({ kind }: Probe) => kind === 'region' || kind === 'elsewhere'

test('passes come in the order of what they tell for their time', () => {
  expect(auditProbes.map(({ kind }) => kind)).toEqual([
    ...['swapped-image', 'blank-image', 'text-only', 'opposite-label', 'same-label'],
    ...['region', 'elsewhere', 'paraphrase', 'paraphrase', 'no-options'],
  ])
})

test('the passes on a part take at most three times as long as the run, and are shown with precision, power and time', () => {
  const right = records(1600).map(record => withAnswer(record, true))
  const [part, all, ...none] = auditPlans(run, right, new Map(), 1.5, [])
  expect(none).toEqual([])
  expect(listProbes(part)).toEqual(auditProbes.filter(probe => !isOfRegion(probe)))
  expect(part).toMatchObject({ questions: 625, of: 1600, voxels: 2, decidable: 2 })
  expect(part?.part).toEqual({ order: 'balanced', limit: 625 })
  expect(part?.seconds).toBeLessThan(3 * 160)
  expect(part?.seconds).toBeCloseTo(sum(part?.passes.map(({ seconds }) => seconds ?? Number.NaN) ?? []), 9)
  expect(part?.halfWidth).toBeCloseTo(1.96 * Math.sqrt((0.2 * 1.5) / 625), 12)
  expect(all).toMatchObject({ questions: 1600, part: { order: 'dataset', limit: null } })
  // Nobody can compare a region that is not there.
  expect(part?.leftOut).toEqual([
    { probe: { kind: 'region' }, questions: 0 },
    { probe: { kind: 'elsewhere' }, questions: 0 },
  ])
  if (part)
    expect(planWords(part, 0)).toMatch(
      /^8 passes on 625 of 1,600 questions: about .* at this run’s speed\. Expected precision: ±4\.3 points overall\. \d+ questions count for the swap premium\. Chance of a verdict over all questions: “uses” .*%, “ignores” .*%\. Enough questions for a verdict in 2 of 2 voxels\. Left out, since under 30 questions fit: Region covered \(0\), Region elsewhere covered \(0\)\.$/,
    )
})

test('a server is asked the same once more, before anything else; a model in the page repeats itself', () => {
  const quarter = { ...run, timings: { load: 0, asking: 400 * 100 } }
  const served = { ...quarter, settings: { ...someRun.settings, device: 'server', dtype: 'server' } } as const
  const others = auditProbes.filter(probe => !isOfRegion(probe))
  const [part] = auditPlans(served, records(400), new Map(), 1, [])
  expect(listProbes(part)).toEqual([{ kind: 'unchanged' }, ...others])
  const [own] = auditPlans(quarter, records(400), new Map(), 1, [])
  expect(listProbes(own)).not.toContainEqual({ kind: 'unchanged' })
  const [rest] = auditPlans(served, records(400), donePasses([{ kind: 'unchanged' }]), 1, [])
  expect(listProbes(rest)).toEqual(others)
})

test('passes that are there are not made again; fewer of them ask more questions', () => {
  const made = donePasses(auditProbes.slice(0, 8))
  const [part, ...none] = auditPlans(run, records(600), made, 1, [])
  expect(listProbes(part)).toEqual(auditProbes.slice(8))
  expect(part).toMatchObject({ questions: 600, leftOut: [] })
  expect(none).toEqual([])
  expect(auditPlans(run, records(600), donePasses(auditProbes), 1, [])).toEqual([])
})

test('passes on a part leave the rest to be asked, and their own part is not asked again', () => {
  const fresh = auditPlans(run, records(300), new Map(), 1, [])
  const limit = fresh[0]?.questions ?? 0
  const made = donePasses(auditProbes, limit)
  const [all, ...none] = auditPlans(run, records(300), made, 1, [])
  expect(none).toEqual([])
  expect(all).toMatchObject({ questions: 300, part: { limit: null } })
  expect(listProbes(all)).toEqual(listProbes(fresh[1]))
  const swapped = all?.passes.find(({ probe }) => probe.kind === 'swapped-image')
  expect(swapped).toMatchObject({ questions: 300 - limit, earlier: limit })
  const whole = fresh[1]?.passes.find(({ probe }) => probe.kind === 'swapped-image')
  expect(swapped?.seconds).toBeCloseTo(((whole?.seconds ?? 0) * (300 - limit)) / 300, 9)
  expect(all && planWords(all, 0)).toContain('The answers of earlier passes on a part are kept.')
  expect(fresh[1] && planWords(fresh[1], 0)).not.toContain('are kept')
  // An audit that was interrupted goes on with the same part.
  const [next] = auditPlans(run, records(300), donePasses(auditProbes.slice(0, 3), limit), 1, [])
  expect(next?.part).toEqual(fresh[0]?.part)
  expect(listProbes(next)).toEqual(listProbes(fresh[0])?.slice(3))
})

test('the region pair is asked where regions are drawn or known, of at least 30 questions', () => {
  const drawnOn = (count: number) =>
    Array.from({ length: count }, (_, index) => [index, 10, 10, 20, 20] as const)
  const makePlan = (count: number) => auditPlans(run, records(300), new Map(), 1, drawnOn(count))[0]
  expect(listProbes(makePlan(29))?.some(isOfRegion)).toBe(false)
  expect(makePlan(29)?.leftOut.map(({ questions }) => questions)).toEqual([29, 29])
  const pair = makePlan(60)?.passes.filter(({ probe }) => isOfRegion(probe))
  expect(pair?.map(({ probe }) => probeKey(probe))).toEqual(
    (['region', 'elsewhere'] as const).map(kind => probeKey({ kind, drawn: drawnOn(60) })),
  )
  // It asks few questions, and takes less room than a whole pass.
  const boxed = records(1600).map(one => withBox(one, one.sample.index < 100))
  expect(auditPlans(run, boxed, new Map(), 1, [])[0]?.questions).toBe(613)
})

/** Milliseconds a question, as the demo's run takes them where letters are scored. */
const ofDemo = { encode: 12, prefix: 4, prefill: 40, decode: 0 }

test.each([true, false])(
  'the audit of the demo takes at most three times its run; features kept: %s',
  keepFeatures => {
    const samples = demoQuestions().map((fields, index) => {
      const record = answered(index, fields, { score: { ...score, stop: 'choices', timings: ofDemo } })
      return { ...record, sample: { ...record.sample, image: String(fields.image_path) } }
    })
    expect(samples).toHaveLength(1560)
    const timed = { settings: { ...run.settings, keepFeatures }, timings: { load: 0, asking: 1560 * 60 } }
    const [plan] = auditPlans(timed, samples, new Map(), 2, [])
    expect(listProbes(plan)).toEqual(auditProbes)
    expect(plan?.leftOut).toEqual([])
    expect(plan?.seconds).toBeLessThan(3 * 1.56 * 60)
    // Without options the answer is decoded, in the time of another prefill.
    const inWords = plan?.passes.find(({ probe }) => probe.kind === 'no-options')
    const encoded = keepFeatures ? 0 : 0.012
    expect(inWords?.seconds).toBeCloseTo((0.088 + encoded) * (inWords?.questions ?? 0), 6)
    expect(plan?.questions).toBeGreaterThan(keepFeatures ? 500 : 425)
  },
)

/** Each question of the demo, as its files have it. */
function demoQuestions(): readonly JsonObject[] {
  const root = 'public/datasets/phantom-cube'
  const folders = readdirSync(root, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return folders.flatMap(({ name }) => JSON.parse(readFileSync(`${root}/${name}/test.json`, 'utf8')))
}

test('of a run under 30 questions every pass is asked that fits any', () => {
  const [plan] = auditPlans(run, records(12), new Map(), 1, [])
  expect(listProbes(plan)).toEqual(auditProbes.filter(probe => !isOfRegion(probe)))
})

test('eligible questions are those that the figures of a pass can count', () => {
  const own = records(400).map(record => withBox(withAnswer(record, record.sample.index % 4 === 0), true))
  const plan = auditPlans(run, own, new Map(), 2, [])[1]
  const eligible = Object.fromEntries(plan?.passes.map(one => [one.probe.kind, one.eligible]) ?? [])
  const asked = Object.fromEntries(plan?.passes.map(one => [one.probe.kind, one.questions]) ?? [])
  expect(eligible).toMatchObject({ 'swapped-image': 400, 'blank-image': 400, 'no-options': 400 })
  // A quarter was answered rightly.
  expect(eligible).toMatchObject({ 'same-label': 100, 'opposite-label': 100, region: 100, elsewhere: 100 })
  expect(asked).toMatchObject({ 'same-label': 400, region: 400 })
  expect(plan?.power).toMatchObject({ by: 'ssp', eligible: 100 })
  // 50 independent pairs of which 30 % differ; an upper limit of 5 % needs 72.
  expect(plan?.power.uses).toBeCloseTo(powerOfDifference(50, { distance: 0.1, discordance: 0.3 }), 12)
  expect(plan?.power.ignores).toBe(0)
})

test('a run without images or times has no plan, or one without a time', () => {
  const textOnly = records(10).map(record => ({ ...record, sample: { ...record.sample, image: null } }))
  expect(auditPlans(run, textOnly, new Map(), 1, [])).toEqual([])
  const imported = records(300).map(record => ({ ...record, score: undefined })) as readonly RunRecord[]
  expect(auditPlans(run, imported, new Map(), 1, [])[0]?.seconds).toBeNull()
})

test('a run that asked the first questions of the files audits the first of them', () => {
  const limited = { ...run, settings: { ...someRun.settings, limit: 900 } }
  expect(auditPlans(limited, records(900), new Map(), 1, [])[0]?.part).toEqual({
    order: 'dataset',
    limit: 316,
  })
})
