/** Questions and answers as text, whatever a pass did to the options. */

import { get } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { newPass } from '../../../../src/app/run/new-run.ts'
import { answerTexts } from '../../../../src/engine/probes/answer-texts.ts'
import { allProbes } from '../../../../src/engine/probes/passes.ts'
import { findProtocol } from '../../../../src/engine/protocol/protocols/registry.ts'
import { lawRecords, lawRun } from '../../support/law-runs.ts'
import { mappedLawSamples as samples } from '../../support/law-samples.ts'

const run = lawRun(samples, findProtocol({ id: 'direct', version: 2 }))
const options = (texts: readonly string[]) => texts.map(text => text.replace(/^[A-Z]\. /, ''))

test('letters are named by the options that they stood for', () => {
  const records = lawRecords(run, samples)
  for (const record of records) {
    const texts = answerTexts(record, run)
    expect(texts.question).toBe(get(record.sample.fields, 'question'))
    if (texts.options.length > 0 && record.rightAnswer.length === 1)
      expect(texts.options).toContain(texts.right)
    if (record.status === 'answered') expect(texts.reply).toBe(record.response ?? '')
  }
})

test('a pass with another order of options has the same options under other letters', () => {
  const probe = allProbes.find(({ kind }) => kind === 'option-order')
  if (!probe) throw new Error('There is no such pass.')
  const pass = newPass(run, probe, samples.length, run.environment, null)
  const first = new Map(
    lawRecords(run, samples).map(record => [record.sample.index, answerTexts(record, run)]),
  )
  let moved = 0
  for (const record of lawRecords(pass, samples)) {
    const [before, after] = [first.get(record.sample.index), answerTexts(record, pass)]
    if (!before || before.options.length === 0) continue
    expect(options(after.options).sort()).toEqual(options(before.options).sort())
    const right = (texts: typeof after) => options(texts.right.split('\n')).sort()
    if (before.right.length > 3) expect(right(after)).toEqual(right(before))
    if (after.options.join() !== before.options.join()) moved++
  }
  expect(moved).toBeGreaterThan(0)
})
