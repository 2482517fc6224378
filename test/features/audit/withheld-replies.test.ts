/** Replies without options: the rule reads what it can, a judge the others, and the audit counts both. */
import { expect, test } from 'vitest'
import { imageFindings } from '../../../src/data/export/image-findings.ts'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { readWithheldReplies, type StoredRuns } from '../../../src/data/export/stored-runs.ts'
import { recordOfAnswer } from '../../../src/data/formats/responses.ts'
import { foundBy } from '../../../src/engine/probes/feature-finding.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import { judgedSamples } from '../../../src/engine/protocol/protocols/judged-samples.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { optionMatch, optionMatchProtocol } from '../../../src/engine/protocol/protocols/option-match.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import { type Audit, auditJson, auditName } from '../../../src/features/audit/engine/audit.ts'
import { withheldWords } from '../../../src/ui/text/judged.ts'
import { readRunText } from '../../unit/support/read-run.ts'
import { someRun } from '../../unit/support/records.ts'

const organs = { option_A: 'Heart', option_B: 'Lung', option_C: 'Liver', option_D: 'Spleen' }
/** Each question, and the reply to it without options. The heart is right. */
const replies = ['Heart', 'The pumping organ', 'Spleen or liver', 'It is the lung.', 'Cardiac muscle', '  ']
const samples = replies.map((_, index): Sample => {
  const image = `data/${index}.png`
  const labels = { task: 'Organ Recognition', modality: 'CT', parts: 'Chest' }
  const fields = { id: `s${index}`, question: 'Which organ?', ...labels, ...organs, gt_answer: 'Heart' }
  return { index, fields: { ...fields, image_path: image }, image, file: 'data/test.json' }
})

const run: Run = {
  ...someRun,
  total: replies.length,
  dataset: {
    ...someRun.dataset,
    counts: { ...someRun.dataset.counts, total: replies.length, loaded: replies.length },
  },
}
const records = samples.map(sample => recordOfAnswer(sample, 'A', medrcube, 'r'))
const probe = { kind: 'no-options' } as const
const pass: Run = { ...run, id: 'p', parent: 'r', probe }
const { protocol } = new Perturbation(probe, samples, medrcube)
const passRecords = samples.map((sample, at) => recordOfAnswer(sample, replies[at] ?? '', protocol, 'p'))

const judging = { of: 'no-options', showsImages: false, isHeld: false, repeated: [], times: 0 } as const
const asked = judgedSamples(passRecords, run, judging)
const readings = ['{"option": "A"}', '{"option": "0"}', 'It is the heart.']
const judge = (id: string, created: string, said: readonly string[]) => ({
  run: {
    ...run,
    ...{ id, created, parent: 'r', judging, total: asked.length },
    settings: { ...run.settings, protocol: optionMatch },
    model: { ...run.model, name: `judge ${id}` },
  } satisfies Run,
  records: asked.map((sample, at) => recordOfAnswer(sample, said[at] ?? '', optionMatchProtocol, id)),
})

function stored(judges: readonly ReturnType<typeof judge>[]): StoredRuns {
  const all = new Map<string, { readonly run: Run; readonly records: readonly AnsweredRecord[] }>([
    ['r', { run, records: records as readonly AnsweredRecord[] }],
    ['p', { run: pass, records: passRecords as readonly AnsweredRecord[] }],
    ...judges.map(one => [one.run.id, one as never] as const),
  ])
  return {
    run: async id => all.get(id)?.run ?? run,
    runs: async () => [...all.values()],
    load: async () => undefined,
    regions: async () => [],
    countRecords: async id => all.get(id)?.records.length ?? 0,
    async *records(id) {
      yield all.get(id)?.records ?? []
    },
  }
}

test('only replies that the rule leaves open are put to the judge, with the options and without the right answer', () => {
  expect(asked.map(({ index }) => index)).toEqual([1, 2, 4])
  const [first] = asked
  expect(first).toMatchObject({ image: null, fields: { image_path: null, response: 'The pumping organ' } })
  expect(JSON.stringify(first)).not.toContain('gt_answer')
})

test('without a judge they are counted as not read', async () => {
  const replies = await readWithheldReplies(stored([]), 'r')
  expect(replies).toEqual({ byRule: 2, byJudge: 0, unread: 4, judge: null, open: 3 })
  const audit = foundBy<Audit>(auditName, (await imageFindings(stored([]), 'r')).added)
  expect(audit?.overall.figures.find(({ metric }) => metric === 'options-gap')?.denominator).toBe(2)
})

test('the newest judge reads one of them; no option and a reply in another form stay not read', async () => {
  const judges = [
    judge('j2', '2026-02-02T00:00:00.000Z', readings),
    judge('j1', '2026-02-01T00:00:00.000Z', ['{"option": "D"}', '{"option": "D"}', '{"option": "D"}']),
  ]
  const audit = foundBy<Audit>(auditName, (await imageFindings(stored(judges), 'r')).added)
  expect(audit?.withheld).toEqual({ byRule: 2, byJudge: 1, unread: 3, judge: 'judge j2' })
  // Heart by the rule and by the judge, lung by the rule.
  expect(audit?.overall.figures.find(({ metric }) => metric === 'options-gap')).toMatchObject({
    ...{ numerator: 1, denominator: 3 },
  })
  expect(audit && auditJson(audit)).toMatchObject({
    options_withheld: { by_rule: 2, by_judge: 1, unread: 3, judge: 'judge j2' },
  })
  expect(audit?.withheld && withheldWords(audit.withheld)).toBe(
    'Options withheld: of 6 replies, 2 read by the rule, 1 by the judge judge j2, 3 not read.',
  )
})

test('the pass of the judge is taken back from run.json, and refused where its question is another', async () => {
  const made = judge('j', '2026-02-02T00:00:00.000Z', readings)
  const passes = [{ run: pass, records: passRecords }, made]
  const text = [...serializeRun({ run, records, passes } as never)].join('')
  expect((await readRunText(text)).passes).toEqual(passes)
  const shown = '"image_path":null,"task":"Organ Recognition","modality":"'
  const changed = text.replace(`${shown}CT`, `${shown}MRI`)
  expect(changed).not.toBe(text)
  await expect(readRunText(changed)).rejects.toThrow(/answer from the run's records/)
})
