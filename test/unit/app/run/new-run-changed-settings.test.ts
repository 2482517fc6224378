import { expect, test } from 'vitest'
import { changedSettings } from '../../../../src/app/run/new-run.ts'
import type { AppState } from '../../../../src/app/state/state.ts'
import type { ErrorInfo } from '../../../../src/engine/base/errors.ts'
import type { DtypeOverview } from '../../../../src/engine/model/dtype-overview.ts'
import { noF16 } from '../../../../src/engine/model/limits.ts'
import type { Dtype } from '../../../../src/engine/protocol/device.ts'
import { defaultSettings } from '../../../../src/engine/protocol/settings.ts'
import { offerFor } from '../../../../src/ui/text/choices.ts'

function precision(dtype: Dtype, bytes: number, onWebgpu: readonly ErrorInfo[] = []): DtypeOverview {
  const none = { webgpu: [], wasm: [], native: [] }
  const problems = { ...none, webgpu: onWebgpu }
  return { dtype, bytes, missing: [], problems, warnings: none, memory: null, agreement: null }
}

// Too large for full precision to be advised everywhere; the graphics card has no 16-bit arithmetic.
const dtypes = [precision('fp32', 3e9), precision('fp16', 1.5e9, [noF16('fp16')]), precision('q4', 6e8)]

function stateWith(device: 'wasm' | 'webgpu', dtype: Dtype): Pick<AppState, 'settings' | 'model'> {
  const overview = { dtypes, recommended: null, problems: [] }
  return {
    settings: { ...defaultSettings, device, dtype },
    model: { status: 'ready', overview } as unknown as AppState['model'],
  }
}

test('a change of device selects the precision recommended there', () => {
  const { dtype } = changedSettings(stateWith('wasm', 'fp32'), { device: 'webgpu' })
  expect(dtype).toBe('q4')
  expect(changedSettings(stateWith('webgpu', 'q4'), { device: 'wasm' }).dtype).toBe('fp32')
})

test('a precision chosen by the user stays, or is chosen with the device', () => {
  expect(changedSettings(stateWith('wasm', 'q4'), { device: 'webgpu' }).dtype).toBe('q4')
  expect(changedSettings(stateWith('wasm', 'fp32'), { device: 'webgpu', dtype: 'fp32' }).dtype).toBe('fp32')
  expect(changedSettings(stateWith('wasm', 'fp32'), { limit: 3 }).dtype).toBe('fp32')
  const server = { device: 'server', dtype: 'server' } as const
  expect(changedSettings(stateWith('wasm', 'fp32'), server)).toMatchObject(server)
})

test('a precision that the device cannot run is replaced by the best that it can', () => {
  const model = { dtypes, recommended: null, problems: [] }
  const chosen = (device: 'wasm' | 'webgpu', dtype: Dtype) => offerFor(model, { device, dtype })
  expect(chosen('webgpu', 'fp16')).toEqual({ label: 'Use q4', device: 'webgpu', dtype: 'q4' })
  expect(chosen('wasm', 'fp16')).toBeNull()
  expect(chosen('wasm', 'q8')).toMatchObject({ label: 'Use fp32' })
  const only16 = {
    ...model,
    dtypes: dtypes.slice(1, 2),
    recommended: { device: 'wasm', dtype: 'fp16', reason: '' } as const,
  }
  expect(offerFor(only16, { device: 'webgpu', dtype: 'fp16' })).toEqual({
    label: 'Use fp16 on WASM',
    device: 'wasm',
    dtype: 'fp16',
  })
})
