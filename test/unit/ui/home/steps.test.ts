import { expect, test } from 'vitest'
import type { AppState } from '../../../../src/app/state/state.ts'
import { initialState } from '../../../../src/app/state/store.ts'
import type { DatasetOverview } from '../../../../src/data/formats/dataset-overview.ts'
import type { MappingReport } from '../../../../src/data/formats/mapping/document.ts'
import type { ErrorInfo } from '../../../../src/engine/base/errors.ts'
import type { ModelOverview } from '../../../../src/engine/model/model-overview.ts'
import { openStep, type StepState, setUpSteps, withoutEffect } from '../../../../src/ui/home/steps.ts'
import { readiness } from '../../../../src/ui/text/choices.ts'
import { someRun } from '../../support/records.ts'
import { blankImage, swappedImage } from '../../support/some-probes.ts'

const device = {
  webgpu: { status: 'unavailable', reason: 'no GPU' },
  cores: 2,
  native: null,
  isolated: true,
  directoryPicker: true,
} as const

const dataset = {
  name: 'scans',
  source: 'files',
  fingerprint: 'scans 1',
  counts: { loaded: 1560, total: 1560, skipped: {} },
  images: 260,
  imagesAtOnce: 1,
  mapping: null,
} as unknown as DatasetOverview

const model = {
  name: 'phantom-vlm',
  source: 'files',
  family: 'idefics3',
  dtypes: [{ dtype: 'q8', bytes: 1, missing: [], problems: { webgpu: [], wasm: [] }, warnings: {} }],
  problems: [],
  hasTemplate: true,
} as unknown as ModelOverview

const guess = { origin: 'guess' } as MappingReport
const first = initialState(device)
const ready: AppState = {
  ...first,
  dataset: { status: 'ready', overview: dataset },
  model: { status: 'ready', overview: model },
  runs: [],
}
const opened = (state: StepState, wanted: Parameters<typeof openStep>[1] = null) =>
  openStep(setUpSteps(state), wanted)

test('the first step that needs something is open; the user may open another', () => {
  expect(opened(first)).toBe('dataset')
  expect(opened({ ...ready, model: { status: 'none' } })).toBe('model')
  expect(opened(ready)).toBe('run')
  expect(opened(ready, 'model')).toBe('model')
  const locked = { status: 'locked', name: 'scans', source: 'directory' } as const
  expect(opened({ ...ready, dataset: locked })).toBe('dataset')
})

test('a folder without questions could be read: the words beside Run say what it lacks', () => {
  const error = { subject: '', message: '', remedy: '' }
  const failed = (code: ErrorInfo['code']) =>
    readiness({ ...ready, dataset: { status: 'failed', name: 'scans', error: { ...error, code } } })
  expect(failed('no-questions').blocks).toContain('The data set has no questions yet. Step 1 derives them.')
  expect(failed('no-test-json').blocks).toContain('The data set could not be read. Step 1 has the reason.')
})

test('nothing jumps while the folders of the last visit are read', () => {
  const reading = { status: 'reading', name: 'scans' } as const
  expect(opened({ ...first, dataset: reading, model: reading })).toBe('run')
  const unknown = { status: 'reading', name: '' } as const
  expect(setUpSteps({ ...first, dataset: unknown })[0]).toMatchObject({ choice: null, detail: 'Reading…' })
})

test('a closed step shows its choice in one line', () => {
  const settings = {
    ...ready.settings,
    limit: 200,
    only: { where: [{ field: 'modality', values: ['CT'] }], ids: null },
  }
  const lines = setUpSteps({ ...ready, settings, probes: [blankImage] }).map(({ choice, detail }) => [
    choice,
    detail,
  ])
  expect(lines).toEqual([
    ['scans', '1,560 questions, 260 images'],
    ['phantom-vlm', 'q8, WASM'],
    [null, 'At most 200 questions, only modality=CT, generated text, 1 probe'],
  ])
})

test('a guessed mapping keeps its step open until it is confirmed, also after one of its columns was changed', () => {
  const guessed = {
    ...ready,
    dataset: { status: 'ready', overview: { ...dataset, mapping: guess } },
  } as AppState
  expect(opened(guessed)).toBe('dataset')
  expect(readiness(guessed).blocks).toEqual([
    'The column mapping was guessed. Check it in step 1 and confirm.',
  ])
  expect(opened({ ...guessed, confirmed: dataset.fingerprint })).toBe('run')
  const changed = {
    ...dataset,
    mapping: { ...guess, origin: 'file' },
    fingerprint: 'scans 2',
  } as DatasetOverview
  const partly: AppState = { ...ready, dataset: { status: 'ready', overview: changed }, isPartGuessed: true }
  expect(opened(partly)).toBe('dataset')
  expect(opened({ ...partly, isPartGuessed: false })).toBe('run')
})

test('the demo’s model keeps its step open beside own data; a filter that cannot be read keeps Run from starting', () => {
  const demo = { ...model, source: 'bundled' } as ModelOverview
  const own: AppState = { ...ready, model: { status: 'ready', overview: demo } }
  expect(opened(own)).toBe('model')
  expect(setUpSteps(own)[1].detail).toContain('The demo model knows only the drawings of the demo.')
  const both: AppState = {
    ...own,
    dataset: { status: 'ready', overview: { ...dataset, source: 'bundled' } as DatasetOverview },
  }
  expect(opened(both)).toBe('run')
  expect(readiness({ ...ready, unreadFilter: 'CTT' }).blocks).toEqual([
    '“Ask only” has “CTT”, which names no questions. Change it in step 3.',
  ])
})

test('settings without effect have a reason', () => {
  expect(withoutEffect(ready, 1)).toEqual({ everySlice: 'No effect without “Stop at ±”.' })
  const settings = { ...ready.settings, scoring: 'choices', order: 'dataset' } as const
  expect(Object.keys(withoutEffect({ model: { status: 'none' }, settings }, 0)).sort()).toEqual([
    'against',
    'dtype',
    'everySlice',
    'fullText',
    'heldToLetter',
    'maxNewTokens',
    'seed',
  ])
})

test('the Run button states what the run costs', () => {
  const asked = { selected: 1560, questions: 1560, probes: [1560, 1400] }
  expect(readiness(ready).label).toBe('Run phantom-vlm (q8, WASM) on 1,560 questions')
  const withProbes: AppState = { ...ready, probes: [blankImage, swappedImage] }
  expect(readiness(withProbes, asked).label).toBe(
    'Run phantom-vlm (q8, WASM) on 1,560 questions + 2 probe runs, 4,520 answers',
  )
  const earlier = {
    ...someRun,
    settings: { ...someRun.settings, device: 'wasm', dtype: 'q8', scoring: 'generate' },
    dataset: { ...someRun.dataset, fingerprint: dataset.fingerprint },
    model: { ...someRun.model, name: model.name, family: model.family },
    timings: { load: 0, asking: 100_000 },
  } as const
  const runs = [{ run: earlier, answered: 200, failed: 0, correct: 0 }]
  expect(readiness({ ...withProbes, runs }, asked).label).toMatch(/4,520 answers, about 38 min$/)
  // Another machine's run says nothing of this one.
  const elsewhere = [
    { ...runs[0], run: { ...earlier, imported: '2026-01-01T00:00:00Z' } },
  ] as AppState['runs']
  expect(readiness({ ...withProbes, runs: elsewhere }, asked).label).not.toContain('about')
})

test('a selection without questions blocks the run', () => {
  const only = { where: [{ field: 'modality', values: ['PET'] }], ids: null }
  const state: AppState = { ...ready, settings: { ...ready.settings, only } }
  expect(readiness(state, { selected: 0, questions: 0, probes: [] }).blocks).toEqual([
    'No question matches “Ask only”. Change it in step 3.',
  ])
})
