import { datasetInfo } from '../../data/formats/dataset-info.ts'
import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { ModelOverview } from '../../engine/model/overview.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import { protocolsFor } from '../../engine/protocol/registry.ts'
import {
  computedHere,
  type Environment,
  mostAtOnce,
  type Run,
  type RunSettings,
} from '../../engine/protocol/run.ts'
import { type Division, divisionOf } from '../device.ts'
import type { DeviceState } from '../state.ts'

export interface NewRun {
  readonly dataset: DatasetOverview
  readonly model: ModelOverview
  /** Of the model in the chosen precision. */
  readonly fingerprint: string
  readonly settings: RunSettings
  /** As `environmentOf` tells it of a page. */
  readonly environment: Environment
}

/** A run on these folders with these settings, not begun. */
export function newRun({ dataset, model, fingerprint, settings, environment }: NewRun): Run {
  const { name, counts, protocol } = dataset
  const { departure } = model
  const agreement = model.dtypes.find(({ dtype }) => dtype === settings.dtype)?.agreement
  return {
    id: crypto.randomUUID(),
    name: `${model.name} ${model.server ? '' : `${settings.dtype} `}on ${name}`,
    created: new Date().toISOString(),
    state: 'running',
    total: Math.min(counts.loaded, settings.limit ?? counts.loaded),
    settings: {
      ...settings,
      protocol: canFollow(protocol, settings.protocol) ? settings.protocol : protocol,
    },
    dataset: datasetInfo(dataset),
    model: {
      name: model.name,
      source: model.source,
      family: model.family,
      fingerprint,
      ...(departure !== null && { departure }),
      ...(agreement && { agreement }),
      ...(model.server && { server: model.server }),
    },
    environment,
    timings: { load: 0, asking: 0 },
  }
}

/** What was chosen for another data set may not fit this one. */
const canFollow = (own: ProtocolReference, chosen: ProtocolReference): boolean =>
  protocolsFor(own).some(({ id, version }) => id === chosen.id && version === chosen.version)

/** A pass over the samples of a run, not begun. */
export function newPass(run: Run, probe: Probe, total: number, environment: Environment): Run {
  const { error: _, imported: __, events: ___, ...parent } = run
  return {
    ...parent,
    id: crypto.randomUUID(),
    name: `${run.name}: ${probeName(probe)}`,
    created: new Date().toISOString(),
    state: 'paused',
    total,
    environment,
    timings: { load: 0, asking: 0 },
    probe,
    parent: run.id,
  }
}

/** How the cores are shared out in a run of this model. */
export function divisionFor(
  { dtypes }: ModelOverview,
  settings: RunSettings,
  machine: Pick<DeviceState, 'cores' | 'isolated'>,
): Division {
  const { atOnce = 1 } = settings
  const here = computedHere(settings)
  // A server computes elsewhere: what is shared out is the questions that it is asked at once.
  if (!here) return { copies: machine.isolated ? Math.min(atOnce, mostAtOnce) : 1, threads: 1 }
  const memory = dtypes.find(known => known.dtype === here.dtype)?.memory?.total.wasm ?? null
  return divisionOf(machine, here.device, memory)
}

/** Where a run on this page is made. */
export function environmentOf(device: DeviceState, model: ModelOverview, settings: RunSettings): Environment {
  const { copies, threads } = divisionFor(model, settings, device)
  const adapter = device.webgpu.status === 'available' ? device.webgpu.adapter : null
  return {
    ...__VERSIONS__,
    userAgent: navigator.userAgent,
    threads,
    ...(copies > 1 && { copies }),
    adapter: settings.device === 'webgpu' ? adapter : null,
  }
}
