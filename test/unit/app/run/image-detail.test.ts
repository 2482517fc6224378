/** The image detail of a run: stored, read back, shown with it, part of what compares it, refused where it means nothing. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newPass, newRun } from '../../../../src/app/run/new-run.ts'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeModelFolder } from '../../../../src/data/sources/node.ts'
import { departures, type FigureSide } from '../../../../src/engine/analysis/why-different.ts'
import { differOnlyInWindow } from '../../../../src/engine/analysis/window-dependence.ts'
import { refusal } from '../../../../src/engine/model/refusal.ts'
import { serverOverview } from '../../../../src/engine/model/served.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { evaluateCommand } from '../../../../src/ui/report/command.ts'
import { chosenFacts } from '../../../../src/ui/report/settings.tsx'
import { EnvironmentFacts } from '../../../../src/ui/shared/run/environment.tsx'
import { howRun } from '../../../../src/ui/text/format.ts'
import { readRunText } from '../../support/read-run.ts'
import { someRun } from '../../support/records.ts'
import { serverInfo } from '../../support/server-info.ts'

beforeAll(() => void vi.stubGlobal('navigator', { userAgent: 'test' }))
afterAll(() => void vi.unstubAllGlobals())

const limits = { webgpu: null, streams: true }
const openOverview = async (family: string) =>
  summariseModel(await nodeModelFolder(`test/golden/families/${family}`), 'files', limits, 1)
const smolvlm = await openOverview('smolvlm')
const counted = {
  ...{ images: 0, imagesAtOnce: 0, tasks: [], modalities: [], parts: [], chance: 0, findings: {} },
  ...{ kinds: { choice: 5 }, maxOptions: 4, badFiles: [], mapping: null },
}
const dataset = { ...someRun.dataset, ...counted, protocol: firstProtocol }
const { environment } = someRun

const runAt = (imageDetail: string | undefined, model = smolvlm): Run =>
  newRun({
    ...{ dataset, model, environment, fingerprint: 'a'.repeat(64), isLengthChosen: false },
    settings: { ...someRun.settings, ...(imageDetail !== undefined && { imageDetail }) },
  })

test('it is stored, read back, and kept by the passes', async () => {
  const run = runAt('tiles:1')
  expect(run.name).toContain(' (up to 1 tile) on ')
  expect(run.settings.imageDetail).toBe('tiles:1')
  const json = [...serializeRun({ run, records: [] })].join('')
  expect((await readRunText(json)).run).toEqual(run)
  expect(newPass(run, { kind: 'blank-image' }, 1, environment, null).settings.imageDetail).toBe('tiles:1')
})

test('as the model says it is absent, as in runs of older versions, and so it is of a server', () => {
  expect(runAt('own').settings).toEqual(runAt(undefined).settings)
  expect('imageDetail' in runAt('own').settings).toBe(false)
  expect('imageDetail' in runAt('tiles:1', serverOverview(serverInfo)).settings).toBe(false)
})

test('a file with a detail that cannot be is refused by name', async () => {
  const json = [...serializeRun({ run: runAt('tiles:1'), records: [] })].join('')
  await expect(readRunText(json.replace('"tiles:1"', '"tiles:0"'))).rejects.toThrow()
})

test('the report, the command, the facts and the short words of a run name it', () => {
  const run = runAt('side:64')
  expect(chosenFacts(run)).toContainEqual({ name: 'Image detail', value: 'sides up to 64 pixels' })
  expect(chosenFacts(runAt('own'))).toContainEqual({ name: 'Image detail', value: 'as the model says' })
  expect(evaluateCommand(run, [])).toContain('--image-detail side:64')
  expect(evaluateCommand(runAt('own'), [])).not.toContain('--image-detail')
  expect(howRun(run)).toMatch(/, sides up to 64 pixels$/)
  const facts = (of: Run) => renderToStaticMarkup(createElement(EnvironmentFacts, { run: of }))
  expect(facts(run)).toContain('not the model’s own')
  expect(facts(runAt('own'))).not.toContain('Image detail')
})

test('two runs that differ in it are told apart', () => {
  const side = (run: Run): FigureSide => ({ run, answered: 1, failed: 0, cut: 0, precision: null })
  const same = { onlyFirst: 0, onlySecond: 0, otherImages: 0 }
  const [one, other] = [runAt('own'), runAt('tiles:1')]
  const found = departures(side(one), side(other), same)
  expect(found).toEqual([{ cause: 'detail', first: 'own', second: 'tiles:1', most: null }])
  const windowed = { ...other, settings: { ...other.settings, window: 'minmax' } }
  expect(differOnlyInWindow(one, windowed)).toBe(false)
})

test('a model is not run at a detail that its processor cannot be asked for', async () => {
  const settings = { device: 'wasm', dtype: 'fp32', chatTemplate: 'own' } as const
  expect(refusal(smolvlm, { ...settings, imageDetail: 'side:80' }, 1)).toBeNull()
  expect(refusal(smolvlm, { ...settings, imageDetail: 'pixels:70' }, 1)).toMatchObject({
    code: 'model-unsupported',
    remedy: 'Choose own, or one of this kind: tiles:1, side:64.',
  })
  expect(refusal(await openOverview('llava'), { ...settings, imageDetail: 'tiles:1' }, 1)).toMatchObject({
    message: 'The processor of "llava" shows every image in one way.',
  })
})
