import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { environmentOf, newPass, newRun } from '../../../../src/app/run/new-run.ts'
import { parseRun, serializeRun } from '../../../../src/data/export/run-file.ts'
import { modelOverviewOf, openModelFolder } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { firstProtocol } from '../../../../src/engine/protocol/registry.ts'
import type { ModelInfo } from '../../../../src/engine/protocol/run.ts'
import { someRun } from '../../support/records.ts'

// Node 20 has none.
beforeAll(() => void vi.stubGlobal('navigator', { userAgent: 'test' }))
afterAll(() => void vi.unstubAllGlobals())

const device = {
  webgpu: { status: 'unavailable', reason: 'none' },
  cores: 2,
  isolated: true,
  directoryPicker: false,
} as const
const fingerprint = 'a'.repeat(64)
const counted = {
  images: 0,
  imagesAtOnce: 0,
  tasks: [],
  modalities: [],
  parts: [],
  chance: 0,
  findings: {},
  kinds: { choice: 5 },
  maxOptions: 4,
  badFiles: [],
  mapping: null,
}
const dataset = { ...someRun.dataset, ...counted, protocol: firstProtocol }

test('what a decoder leaves out is said in the run, its passes and run.json', async () => {
  const folder = await openModelFolder(nodeSource('test/golden/families/gemma3'))
  const overview = await modelOverviewOf(folder, 'files', { webgpu: null, streams: true })
  const modelOf = (departure: string | null): ModelInfo => {
    const model = { ...overview, departure }
    const { settings } = someRun
    const environment = environmentOf(device, model, settings)
    const run = newRun({ dataset, model, fingerprint, settings, environment })
    const json = [...serializeRun({ run, records: [] })].join('')
    expect(parseRun(json, 'run.json').run).toEqual(run)
    expect(newPass(run, { kind: 'blank-image' }, 1, environment).model).toEqual(run.model)
    return run.model
  }
  expect(modelOf('It leaves something out.').departure).toBe('It leaves something out.')
  expect(modelOf(null)).toEqual({ name: 'gemma3', source: 'files', family: 'gemma3', fingerprint })
})

test('how the cores are shared out is said in the run, its passes and run.json', async () => {
  const folder = await openModelFolder(nodeSource('public/models/phantom-vlm'))
  const model = await modelOverviewOf(folder, 'bundled', { webgpu: null, streams: true })
  const settings = { ...someRun.settings, device: 'wasm', dtype: 'fp32' } as const
  const environment = environmentOf(device, model, settings)
  const run = newRun({ dataset, model, fingerprint, settings, environment })
  expect(run.environment).toMatchObject({ copies: 2, threads: 1 })
  const json = [...serializeRun({ run, records: [] })].join('')
  expect(parseRun(json, 'run.json').run.environment).toEqual(run.environment)
  expect(newPass(run, { kind: 'blank-image' }, 1, environment).environment).toEqual(run.environment)
})
