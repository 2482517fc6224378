import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { computedHere, type Device, type Dtype, deviceKindOf } from '../../engine/protocol/device.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import { isBusy } from '../state/stage.ts'
import type { AppState } from '../state/state.ts'
import { divisionFor } from './new-run.ts'

/** A model that can be loaded before Run is pressed, and all that its loading depends on. */
export interface WantedAhead {
  readonly dataset: DatasetOverview
  readonly model: ModelOverview
  readonly device: Device
  readonly dtype: Dtype
  readonly threads: number
}

/** The share of the machine's memory for a model that may never be used. */
const share = 1 / 4

/** Gigabytes if the browser does not report them. */
const usualMemory = 8

type Chosen = Pick<
  AppState,
  'dataset' | 'model' | 'settings' | 'device' | 'live' | 'race' | 'trial' | 'deviceTest'
>

/**
 * What a press of Run would load now; null if it would be refused, if something is running, if a server answers, if the
 * model is large for the machine, and if it is not from the user's own files: the bundled one is small, and a server's
 * files are requested once.
 * @param memory gigabytes of the machine, as the browser reports them
 */
export function wantedAhead(state: Chosen, memory: number | undefined): WantedAhead | null {
  const { dataset, model, settings, device, live, race, trial, deviceTest } = state
  if (dataset.status !== 'ready' || model.status !== 'ready' || race) return null
  if ((live && isBusy(live)) || trial.status === 'loading' || trial.status === 'asking') return null
  const { source } = model.overview
  if (source !== 'directory' && source !== 'files') return null
  const here = computedHere(settings)
  // Until then the graphics card has another copy.
  if (here?.device === 'webgpu' && deviceTest.status === 'testing') return null
  if (!here || refusal(model.overview, settings, dataset.overview.imagesAtOnce)) return null
  const needed = bytesOf(model.overview, settings, here.device)
  if (needed === null || needed > share * (memory ?? usualMemory) * 2 ** 30) return null
  const { threads } = divisionFor(model.overview, settings, device)
  return { dataset: dataset.overview, model: model.overview, ...here, threads }
}

function bytesOf({ dtypes }: ModelOverview, { dtype }: RunSettings, device: Device): number | null {
  return dtypes.find(known => known.dtype === dtype)?.memory?.total[deviceKindOf(device)] ?? null
}

/** Whether a load for the one serves the other; reopened folders are different ones. */
export const isSameAhead = (one: WantedAhead | null, other: WantedAhead | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.dataset === other.dataset &&
    one.model === other.model &&
    one.device === other.device &&
    one.dtype === other.dtype &&
    one.threads === other.threads)
