/** What an audit would ask of a run: a balanced part of its questions, within three times the run's own time. */
import { expect, test } from 'vitest'
import { auditPlans, auditProbes } from '../../../../../src/engine/probes/audit/plan.ts'
import { probeKey } from '../../../../../src/engine/protocol/probe.ts'
import type { RunRecord } from '../../../../../src/engine/protocol/record.ts'
import { planWords } from '../../../../../src/ui/text/audit.ts'
import { answered, someRun } from '../../../support/records.ts'

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

const run = { settings: someRun.settings, timings: { load: 0, asking: 1600 * 100 } }

test('the passes on a part take at most three times as long as the run, and are shown with precision and time', () => {
  const [part, all, ...none] = auditPlans(run, records(1600), new Set(), 1.5)
  expect(none).toEqual([])
  expect(part?.probes).toEqual(auditProbes)
  expect(part).toMatchObject({ questions: 571, of: 1600, voxels: 2, decidable: 2 })
  expect(part?.part).toEqual({ order: 'balanced', limit: 571 })
  expect(part?.seconds).toBeLessThan(3 * 160)
  expect(part?.halfWidth).toBeCloseTo(1.96 * Math.sqrt((0.2 * 1.5) / 571), 12)
  expect(all).toMatchObject({ questions: 1600, part: { order: 'dataset', limit: null } })
  if (part)
    expect(planWords(part, 0)).toMatch(
      /^7 passes on 571 of 1,600 questions: about .* at this run’s speed\. Expected precision: ±4\.5 points overall\. Enough questions for a verdict in 2 of 2 voxels\.$/,
    )
})

test('a server is asked the same once more, before anything else; a model in the page repeats itself', () => {
  const served = { ...run, settings: { ...someRun.settings, device: 'server', dtype: 'server' } } as const
  const [part] = auditPlans(served, records(1600), new Set(), 1)
  expect(part?.probes).toEqual([{ kind: 'unchanged' }, ...auditProbes])
  expect(auditPlans(run, records(1600), new Set(), 1)[0]?.probes).not.toContainEqual({ kind: 'unchanged' })
  const [rest] = auditPlans(served, records(1600), new Set(['unchanged']), 1)
  expect(rest?.probes).toEqual(auditProbes)
})

test('passes that are there are not made again; fewer of them ask more questions', () => {
  const made = new Set(auditProbes.slice(0, 5).map(probeKey))
  const [part, ...none] = auditPlans(run, records(600), made, 1)
  expect(part).toMatchObject({ probes: auditProbes.slice(5), questions: 600 })
  expect(none).toEqual([])
  expect(auditPlans(run, records(600), new Set(auditProbes.map(probeKey)), 1)).toEqual([])
})

test('a run without images or times has no plan, or one without a time', () => {
  const textOnly = records(10).map(record => ({ ...record, sample: { ...record.sample, image: null } }))
  expect(auditPlans(run, textOnly, new Set(), 1)).toEqual([])
  const imported = records(300).map(record => ({ ...record, score: undefined })) as readonly RunRecord[]
  expect(auditPlans(run, imported, new Set(), 1)[0]?.seconds).toBeNull()
})

test('a run that asked the first questions of the files audits the first of them', () => {
  const limited = { ...run, settings: { ...someRun.settings, limit: 900 } }
  expect(auditPlans(limited, records(900), new Set(), 1)[0]?.part).toEqual({ order: 'dataset', limit: 321 })
})
