import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeEnvironment, newAgain, newPass, newRun } from '../../../../src/app/run/new-run.ts'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import type { ModelOverview } from '../../../../src/engine/model/model-overview.ts'
import { serverOverview } from '../../../../src/engine/model/served.ts'
import type { ModelInfo } from '../../../../src/engine/protocol/identity.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import {
  mappedProtocolReference,
  mappedProtocols,
} from '../../../../src/engine/protocol/protocols/registry.ts'
import { answerTokenLimit, type RunSettings } from '../../../../src/engine/protocol/settings.ts'
import { evaluateCommand } from '../../../../src/ui/report/command.ts'
import { protocolWords } from '../../../../src/ui/report/methods.tsx'
import { chosenFacts } from '../../../../src/ui/report/settings.tsx'
import { readBack, readRunText } from '../../support/read-run.ts'
import { someRun } from '../../support/records.ts'
import { serverInfo } from '../../support/server-info.ts'

// Node 20 has none.
beforeAll(() => void vi.stubGlobal('navigator', { userAgent: 'test' }))
afterAll(() => void vi.unstubAllGlobals())

const device = {
  webgpu: { status: 'unavailable', reason: 'none' },
  cores: 2,
  native: null,
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

test('known differences of a decoder are recorded in the run, its passes and run.json', async () => {
  const folder = await openModelFolder(nodeSource('test/golden/families/gemma3'))
  const overview = await summariseModel(folder, 'files', { webgpu: null, streams: true }, 1)
  const makeModel = async (departure: string | null): Promise<ModelInfo> => {
    const model = { ...overview, departure }
    const { settings } = someRun
    const environment = describeEnvironment(device, model, settings)
    const run = newRun({ dataset, model, fingerprint, settings, environment, isLengthChosen: false })
    const json = [...serializeRun({ run, records: [] })].join('')
    expect((await readRunText(json)).run).toEqual(run)
    expect(newPass(run, { kind: 'blank-image' }, 1, environment, null).model).toEqual(run.model)
    return run.model
  }
  expect((await makeModel('It leaves something out.')).departure).toBe('It leaves something out.')
  expect(await makeModel(null)).toEqual({
    parameters: 68_064,
    name: 'gemma3',
    source: 'files',
    family: 'gemma3',
    fingerprint,
  })
})

test('the number of copies and threads is recorded in the run, its passes and run.json', async () => {
  const folder = await openModelFolder(nodeSource('public/models/phantom-vlm'))
  const model = await summariseModel(folder, 'bundled', { webgpu: null, streams: true }, 1)
  const settings = { ...someRun.settings, device: 'wasm', dtype: 'fp32' } as const
  const environment = describeEnvironment(device, model, settings)
  const run = newRun({ dataset, model, fingerprint, settings, environment, isLengthChosen: false })
  expect(run.environment).toMatchObject({ copies: 2, threads: 1 })
  const json = [...serializeRun({ run, records: [] })].join('')
  expect((await readRunText(json)).run.environment).toEqual(run.environment)
  expect(newPass(run, { kind: 'blank-image' }, 1, environment, null).environment).toEqual(run.environment)
})

test('a protocol with reasoning sets the answer length until the user sets it', async () => {
  const folder = await openModelFolder(nodeSource('test/golden/families/gemma3'))
  const model = await summariseModel(folder, 'files', { webgpu: null, streams: true }, 1)
  const lengthIn = (id: string, isLengthChosen: boolean) => {
    const protocol = mappedProtocols.find(known => known.id === id) ?? firstProtocol
    const settings = { ...someRun.settings, protocol: { id: protocol.id, version: protocol.version } }
    const environment = describeEnvironment(device, model, settings)
    const mapped = { ...dataset, protocol: settings.protocol }
    return newRun({ dataset: mapped, model, fingerprint, settings, environment, isLengthChosen }).settings
  }
  const open = lengthIn('med-cmr', false)
  expect([answerTokenLimit(open, 'text'), answerTokenLimit(open, 'choice')]).toEqual([
    512,
    someRun.settings.maxNewTokens,
  ])
  expect(answerTokenLimit(lengthIn('med-cmr', true), 'text')).toBe(someRun.settings.maxNewTokens)
  expect(lengthIn('direct', false)).not.toHaveProperty('newTokensByKind')
  expect(lengthIn('medrcube', false)).not.toHaveProperty('newTokensByKind')
})

test('a new run follows the newest version, a further pass that of its run', async () => {
  const folder = await openModelFolder(nodeSource('test/golden/families/gemma3'))
  const model = await summariseModel(folder, 'files', { webgpu: null, streams: true }, 1)
  const earlier = { id: 'direct', version: 1 }
  const settings = { ...someRun.settings, protocol: earlier }
  const environment = describeEnvironment(device, model, settings)
  const mapped = { ...dataset, protocol: mappedProtocolReference }
  const run = newRun({ dataset: mapped, model, fingerprint, settings, environment, isLengthChosen: false })
  expect(run.settings.protocol).toEqual({ id: 'direct', version: 2 })
  const old = { ...run, settings: { ...run.settings, protocol: earlier } }
  expect(newPass(old, { kind: 'blank-image' }, 1, environment, null).settings.protocol).toEqual(earlier)
  expect(newAgain(old, 1, environment).settings.protocol).toEqual(earlier)
})

test('answers restricted to a letter are recorded in the run, its passes and run.json, and never for a model in a folder', async () => {
  const folder = await openModelFolder(nodeSource('public/models/phantom-vlm'))
  const own = await summariseModel(folder, 'bundled', { webgpu: null, streams: true }, 1)
  const made = (model: ModelOverview, part: Partial<RunSettings>) => {
    const settings = { ...someRun.settings, ...part }
    const environment = describeEnvironment(device, model, settings)
    return newRun({ dataset, model, fingerprint, settings, environment, isLengthChosen: false })
  }
  const served = serverOverview(serverInfo)
  const run = made(served, { device: 'server', dtype: 'server', heldToLetter: true })
  expect(run.settings.heldToLetter).toBe(true)
  const json = [...serializeRun({ run, records: [] })].join('')
  expect((await readRunText(json)).run).toEqual(run)
  expect(newPass(run, { kind: 'blank-image' }, 1, run.environment, null).settings).toEqual(run.settings)
  expect(evaluateCommand(run, [])).toContain('--hold-to-letter')
  expect(chosenFacts(run)).toContainEqual({
    name: 'Answers constrained to a letter',
    value: 'yes (not part of the protocol)',
  })
  expect(protocolWords(run.settings)).toContain('This is not part of the protocol')
  for (const other of [
    made(served, { device: 'server', dtype: 'server', heldToLetter: false }),
    made(served, { device: 'server', dtype: 'server', heldToLetter: true, scoring: 'choices' }),
    made(own, { device: 'wasm', dtype: 'fp32', heldToLetter: true }),
  ])
    expect(other.settings).not.toHaveProperty('heldToLetter')
  const odd = { ...made(own, { device: 'wasm', dtype: 'fp32' }) }
  const heldHere = { ...odd, settings: { ...odd.settings, heldToLetter: true } }
  await expect(readBack(serializeRun({ run: heldHere, records: [] }))).rejects.toThrow(/heldToLetter/)
})
