/** The published models as rows of a table, each in the precision that fits this machine. Plain functions. */
import type { AppState, TrialState } from '../../../app/state/state.ts'
import { ownDetail } from '../../../engine/base/image-detail.ts'
import { secondsFor } from '../../../engine/model/speed.ts'
import { computedHere, type Device, toDeviceKind } from '../../../engine/protocol/device.ts'
import {
  type AdvisedDtype,
  byUse,
  expectedMemory,
  type Fit,
  fittingDtype,
  judgeFit,
  speedOfPublished,
} from '../engine/advice.ts'
import { type PublishedVlm, publishedVlms } from '../engine/published-vlms.ts'

export interface PublishedRow {
  readonly vlm: PublishedVlm
  /** The chosen precision, or one that fits. */
  readonly dtype: AdvisedDtype
  /** Bytes on the chosen device in that precision; null if unknown. */
  readonly memory: number | null
  /** Seconds per question; null where no speed test tells. */
  readonly seconds: number | null
  readonly fit: Fit
}

type AdviceState = Pick<AppState, 'settings' | 'dataset' | 'device' | 'trial'>

/** Medical models first, then by how well they fit. @param chosen a precision; null for that which fits each model */
export function advisedRows(state: AdviceState, chosen: AdvisedDtype | null): readonly PublishedRow[] {
  const { dataset, device: machine, trial } = state
  const device = chosenDevice(state)
  const kind = toDeviceKind(device)
  const images = Math.max(1, dataset.status === 'ready' ? dataset.overview.imagesAtOnce : 1)
  const f16 = machine.webgpu.status === 'available' && machine.webgpu.f16
  return publishedVlms
    .map((vlm): PublishedRow => {
      const fitIn = (one: AdvisedDtype): Fit =>
        judgeFit(vlm, one, kind, { f16, memory: expectedMemory(vlm, one, images) })
      const dtype = fittingDtype(chosen, kind, fitIn)
      return {
        vlm,
        dtype,
        memory: expectedMemory(vlm, dtype, images)?.total[kind] ?? null,
        seconds: secondsPerQuestion(vlm, triedWith(trial, device, dtype)),
        fit: fitIn(dtype),
      }
    })
    .sort(byUse)
}

/** The device in the settings; the browser's own where a server is set. */
export const chosenDevice = ({ settings }: Pick<AppState, 'settings'>): Device =>
  computedHere(settings)?.device ?? 'wasm'

type Done = Extract<TrialState, { readonly status: 'done' }>

/** A speed test applies only to its own device and precision, and to a model's own image detail. */
const triedWith = (trial: TrialState, device: Device, dtype: AdvisedDtype): Done | null =>
  trial.status === 'done' &&
  trial.what.device === device &&
  trial.what.dtype === dtype &&
  trial.what.imageDetail === ownDetail
    ? trial
    : null

function secondsPerQuestion(vlm: PublishedVlm, tried: Done | null): number | null {
  const speed = tried && speedOfPublished(vlm, tried.speed, tried.shape)
  if (!tried || !speed || tried.whole.questions === 0) return null
  return secondsFor(speed, tried.whole) / tried.whole.questions
}
