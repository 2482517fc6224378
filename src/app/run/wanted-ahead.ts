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

/** Of the machine's memory, what a model may take that nobody may ask anything. */
const share = 1 / 4

/** Gigabytes where the browser does not tell. */
const usualMemory = 8

type Chosen = Pick<AppState, 'dataset' | 'model' | 'settings' | 'device' | 'live' | 'race' | 'trial'>

/**
 * What a press of Run would load now; null where it would be refused, where something runs already, where a server answers,
 * where the model is large for the machine, and where it is none of the user's own files: the bundled one is small, and what a
 * server sends is asked for once.
 * @param memory gigabytes of the machine, as the browser tells them
 */
export function wantedAhead(state: Chosen, memory: number | undefined): WantedAhead | null {
  const { dataset, model, settings, device, live, race, trial } = state
  if (dataset.status !== 'ready' || model.status !== 'ready' || race) return null
  if ((live && isBusy(live)) || trial.status === 'loading' || trial.status === 'asking') return null
  const { source } = model.overview
  if (source !== 'directory' && source !== 'files') return null
  const here = computedHere(settings)
  if (!here || refusal(model.overview, settings, dataset.overview.imagesAtOnce)) return null
  const needed = bytesOf(model.overview, settings, here.device)
  if (needed === null || needed > share * (memory ?? usualMemory) * 2 ** 30) return null
  const { threads } = divisionFor(model.overview, settings, device)
  return { dataset: dataset.overview, model: model.overview, ...here, threads }
}

function bytesOf({ dtypes }: ModelOverview, { dtype }: RunSettings, device: Device): number | null {
  return dtypes.find(known => known.dtype === dtype)?.memory?.total[deviceKindOf(device)] ?? null
}

/** Whether what was loaded for the one serves the other; folders that were opened again are others. */
export const isSameAhead = (one: WantedAhead | null, other: WantedAhead | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.dataset === other.dataset &&
    one.model === other.model &&
    one.device === other.device &&
    one.dtype === other.dtype &&
    one.threads === other.threads)
