import type { DatasetOverview } from '../data/overview.ts'
import type { ModelOverview } from '../engine/model/overview.ts'
import type { Run, RunSettings } from '../engine/run.ts'
import { threadsOf } from './device.ts'
import type { DeviceState } from './state.ts'

export interface NewRun {
  readonly dataset: DatasetOverview
  readonly model: ModelOverview
  /** Of the model in the chosen precision. */
  readonly fingerprint: string
  readonly settings: RunSettings
  readonly device: DeviceState
}

export function newRun({ dataset, model, fingerprint, settings, device }: NewRun): Run {
  const { name, source, fingerprint: datasetFingerprint, counts } = dataset
  const adapter = device.webgpu.status === 'available' ? device.webgpu.adapter : null
  return {
    id: crypto.randomUUID(),
    name: `${model.name} on ${name}`,
    created: new Date().toISOString(),
    state: 'running',
    total: Math.min(counts.loaded, settings.limit ?? counts.loaded),
    settings,
    dataset: { name, source, fingerprint: datasetFingerprint, counts },
    model: { name: model.name, source: model.source, family: model.family, fingerprint },
    environment: {
      ...__VERSIONS__,
      userAgent: navigator.userAgent,
      threads: threadsOf(device),
      adapter: settings.device === 'webgpu' ? adapter : null,
    },
    timings: { load: 0, asking: 0 },
  }
}
