import { expect, test } from 'vitest'
import { isSameAhead, wantedAhead } from '../../../../src/app/run/loading-ahead.ts'
import type { AppState } from '../../../../src/app/state/state.ts'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { someRun } from '../../support/records.ts'

const folder = await openModelFolder(nodeSource('public/models/phantom-vlm'))
const overview = await summariseModel(folder, 'files', { webgpu: null, streams: true }, 1)

const chosen = {
  dataset: { status: 'ready', overview: { imagesAtOnce: 1 } },
  model: { status: 'ready', overview },
  settings: { ...someRun.settings, device: 'wasm', dtype: 'fp32', imageDetail: 'own' },
  device: {
    webgpu: { status: 'unavailable', reason: '' },
    native: null,
    cores: 2,
    isolated: true,
    directoryPicker: true,
  },
  live: null,
  trial: { status: 'none' },
} as unknown as AppState

const live = (phase: string): Partial<AppState> => ({
  live: { phase, run: someRun } as AppState['live'],
})

test('the model that Run would load is wanted before Run is pressed', () => {
  expect(wantedAhead(chosen, 8)).toMatchObject({ model: overview, device: 'wasm', dtype: 'fp32', threads: 1 })
  expect(wantedAhead(chosen, undefined)).not.toBeNull()
})

test('nothing is wanted if Run would be refused, or something is running', () => {
  const none: readonly Partial<AppState>[] = [
    { dataset: { status: 'none' } },
    { model: { status: 'none' } },
    { model: { status: 'ready', overview: { ...overview, source: 'bundled' } } },
    { settings: { ...chosen.settings, dtype: 'q4f16' } },
    { settings: { ...chosen.settings, device: 'server', dtype: 'server' } },
    {
      trial: {
        status: 'asking',
        what: { model: '', dataset: '', device: 'wasm', dtype: 'fp32', imageDetail: 'own' },
        answered: 0,
      },
    },
    live('loading'),
    live('running'),
    live('paused'),
  ]
  for (const change of none) expect(wantedAhead({ ...chosen, ...change }, 8)).toBeNull()
  expect(wantedAhead({ ...chosen, ...live('done') }, 8)).not.toBeNull()
})

test('a model that would take more than a quarter of the memory waits for Run', () => {
  const [needed = 0] = overview.dtypes.flatMap(({ dtype, memory }) =>
    dtype === 'fp32' && memory ? [memory.total.wasm / 2 ** 30] : [],
  )
  expect(wantedAhead(chosen, 4.01 * needed)).not.toBeNull()
  expect(wantedAhead(chosen, 3.99 * needed)).toBeNull()
})

test('another precision or device, and a folder that was opened again, is another model', () => {
  const wanted = wantedAhead(chosen, 8)
  if (!wanted) throw new Error('It is wanted.')
  expect(isSameAhead(wanted, { ...wanted })).toBe(true)
  expect(isSameAhead(wanted, { ...wanted, dtype: 'q8' })).toBe(false)
  expect(isSameAhead(wanted, { ...wanted, threads: 2 })).toBe(false)
  expect(isSameAhead(wanted, { ...wanted, model: { ...wanted.model } })).toBe(false)
  expect(isSameAhead(wanted, null)).toBe(false)
})
