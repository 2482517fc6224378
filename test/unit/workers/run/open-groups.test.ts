import { expect, test } from 'vitest'
import { planned } from '../../../../src/engine/probes/planned.ts'
import { askedQuestions } from '../../../../src/engine/protocol/order.ts'
import { openGroups } from '../../../../src/engine/protocol/plan.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'
import { defaultSettings } from '../../../../src/engine/protocol/settings.ts'
import { askedGroups } from '../../../../src/workers/data/folder-port.ts'
import { OpenGroups } from '../../../../src/workers/run/open-groups.ts'
import { someRun } from '../../support/records.ts'

const samples = Array.from(
  { length: 2000 },
  (_, index): Sample => ({
    index,
    fields: {
      task: `Task ${index % 3}`,
      modality: 'CT',
      parts: `Part ${index % 4}`,
      ...{ question: 'Which?', option_A: 'This', option_B: 'That', gt_answer: 'This' },
    },
    image: index % 9 === 0 ? null : `set/${Math.floor(index / 5)}.png`,
    file: 'set/test.json',
  }),
)
const settings = { ...someRun.settings, ...defaultSettings, protocol: firstProtocol }

test('a run’s thread asks the planned questions in order, and receives samples a few groups at a time', async () => {
  for (const order of ['balanced', 'dataset'] as const)
    for (const limit of [null, 777]) {
      const run = { settings: { ...settings, order, limit, seed: 3 } }
      const done = new Set(samples.flatMap(({ index }) => (index % 4 === 1 || index < 40 ? index : [])))
      const { asked, planned: told } = askedGroups(samples, run)
      expect(told).toEqual(planned(samples, run))
      const sent: number[] = []
      const groups = new OpenGroups(asked, done, async indices => {
        sent.push(indices.length)
        return Array.from(indices, index => samples[index] as Sample)
      })
      const wanted = openGroups(askedQuestions(samples, run.settings).groups, done)
      const drawn = []
      let held = 0
      for await (const group of groups.drawn(() => true)) {
        expect(group.open.map(index => groups.samples.at(index))).toEqual(group.open.map(at => samples[at]))
        drawn.push(group)
        held = Math.max(held, samples.filter(({ index }) => groups.samples.at(index) !== undefined).length)
      }
      expect(drawn).toEqual(wanted)
      expect(Math.max(...sent)).toBeLessThan(samples.length / 4)
      expect(held).toBeLessThan(100)
    }
})

test('groups taken by another copy are skipped, and reading stops with the current one', async () => {
  const { asked } = askedGroups(samples, { settings })
  const groups = new OpenGroups(asked, new Set(), async indices =>
    Array.from(indices, index => samples[index] as Sample),
  )
  const firsts: number[] = []
  for await (const group of groups.drawn(first => first % 2 === 0)) {
    firsts.push(group.samples[0] ?? -1)
    expect(groups.inHand(group.open[0] ?? -1)).toBe(group)
  }
  expect(firsts.every(first => first % 2 === 0)).toBe(true)
  expect(groups.some(first => first % 2 === 1)).toBe(true)
})
