import { expect, test } from 'vitest'
import { corruptionNames } from '../../../../src/engine/probes/corruption-names.ts'
import { probeKey } from '../../../../src/engine/probes/kind-of.ts'
import { allProbes, interventions } from '../../../../src/engine/probes/passes.ts'
import { probePresets } from '../../../../src/engine/probes/presets.ts'

test('every preset has passes that can be chosen one by one too', () => {
  const keys = new Set(allProbes.map(probeKey))
  for (const { probes } of probePresets(4)) {
    expect(probes.length).toBeGreaterThan(2)
    for (const probe of probes) expect(keys).toContain(probeKey(probe))
  }
})

test('without options there is no order of them', () => {
  const [, order] = probePresets(0)
  expect(order?.probes.every(({ kind }) => kind === 'paraphrase')).toBe(true)
})

test('no two choices have one name', () => {
  const names = [...interventions.map(({ name }) => name), ...Object.values(corruptionNames)]
  expect(new Set(names).size).toBe(names.length)
})
