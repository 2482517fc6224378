import {
  type Device,
  type DeviceKind,
  type Dtype,
  type GraphDtype,
  toDeviceKind,
} from '../protocol/device.ts'
import { byExactness, dtypesWithin, dtypeWords, isMixed, mainDtype } from '../protocol/mixed-precision.ts'
import { agreementWords, agrees } from './agreement.ts'
import type { DtypeOverview } from './dtype-overview.ts'
import { type DeviceLimits, needsF16 } from './limits.ts'
import { measuredBytes } from './measured-precisions.ts'

export interface Recommendation {
  readonly device: Device
  readonly dtype: Dtype
  readonly reason: string
}

/** Weights in 32 bits up to which the cost of smaller ones was measured, about (docs/fidelity.md). */
const smallModel = 1.1 * measuredBytes

// 16-bit activations can overflow on WebGPU; dynamic 8-bit kernels leave the GPU. On a processor small weights are
// unpacked at every call, which costs more than reading large ones (docs/performance.md).
const order: Readonly<Record<DeviceKind, readonly GraphDtype[]>> = {
  webgpu: ['q4', 'fp32', 'q8', 'q4f16', 'fp16', 'int8', 'uint8', 'bnb4'],
  wasm: ['fp32', 'q8', 'q4', 'int8', 'uint8', 'q4f16', 'fp16', 'bnb4'],
  native: ['fp32', 'q8', 'q4', 'int8', 'uint8', 'q4f16', 'fp16', 'bnb4'],
}

/** What to choose here: a graphics card before the processor, what surely fits before what may not. */
export function recommend(found: readonly DtypeOverview[], limits: DeviceLimits): Recommendation | null {
  const devices = usableDevices(limits)
  const [sure] = devices.filter(device => usableOn(found, device, true).length > 0)
  const [any] = devices.filter(device => usableOn(found, device, false).length > 0)
  const device = sure ?? any
  return device ? recommendOn(found, device) : null
}

/** What to choose on a device that was chosen; null where no precision can be used there. */
export function recommendOn(found: readonly DtypeOverview[], device: Device): Recommendation | null {
  for (const isSure of [true, false]) {
    const usable = usableOn(found, device, isSure)
    // A mixture that nobody measured is for folders that have nothing else.
    const known = usable.filter(({ dtype, agreement }) => agreement !== null || !isMixed(dtype))
    const chosen = best(known.length > 0 ? known : usable, device)
    if (chosen) return { device, dtype: chosen.dtype, reason: explainChoice(chosen, device, found, isSure) }
  }
  return null
}

/** The precision that is recommended on a device that was chosen; null where none can be used there. */
export const recommendedDtype = (found: readonly DtypeOverview[], device: Device): Dtype | null =>
  recommendOn(found, device)?.dtype ?? null

/** The precision after a change of device. A recommended precision follows the device; a chosen one stays. */
export function dtypeAfter(
  found: readonly DtypeOverview[],
  before: { readonly device: Device; readonly dtype: Dtype },
  device: Device,
): Dtype {
  if (before.dtype !== recommendedDtype(found, before.device)) return before.dtype
  return recommendedDtype(found, device) ?? before.dtype
}

/** @param isSure whether to leave out precisions that may not fit */
function usableOn(
  found: readonly DtypeOverview[],
  device: Device,
  isSure: boolean,
): readonly DtypeOverview[] {
  const kind = toDeviceKind(device)
  return found.filter(
    ({ missing, problems, warnings }) =>
      missing.length === 0 && problems[kind].length === 0 && (!isSure || warnings[kind].length === 0),
  )
}

function usableDevices({ webgpu, native }: DeviceLimits): readonly Device[] {
  if (native) return native
  if (webgpu === null) return ['wasm']
  return webgpu.software ? ['wasm', 'webgpu'] : ['webgpu', 'wasm']
}

function best(usable: readonly DtypeOverview[], device: Device): DtypeOverview | undefined {
  const measured = byAgreement(usable, device)
  if (measured) return measured
  const ranked = [...usable].sort((a, b) => rank(a, device) - rank(b, device))
  return ranked.find(found => isSmall(found, device)) ?? ranked[0]
}

/** Where it was measured what each gives: the first that answers as PyTorch does, or else the one that does most often. */
function byAgreement(usable: readonly DtypeOverview[], device: Device): DtypeOverview | undefined {
  const known = usable.flatMap(found => (found.agreement ? [{ found, agreement: found.agreement }] : []))
  const [first] = known.sort(
    (a, b) =>
      Number(agrees(b.agreement)) - Number(agrees(a.agreement)) ||
      (agrees(a.agreement) ? 0 : a.agreement.lettersChanged - b.agreement.lettersChanged) ||
      rank(a.found, device) - rank(b.found, device),
  )
  return first?.found
}

/** In 32 bits, or in 16 where they are computed with as 32, as a processor does: a graphics card's own were not measured. */
const isSmall = ({ dtype, bytes }: DtypeOverview, device: Device): boolean =>
  (dtype === 'fp32' && bytes <= smallModel) ||
  (dtype === 'fp16' && device !== 'webgpu' && 2 * bytes <= smallModel)

/** By the decoder. Of two mixtures with the same one, by how exact the rest is. */
function rank({ dtype }: DtypeOverview, device: Device): number {
  const rest = dtypesWithin(dtype).reduce((sum, one) => sum + byExactness.indexOf(one), 0)
  return order[toDeviceKind(device)].indexOf(mainDtype(dtype)) + rest / 100
}

/** What a folder without the whole of a decoder's precision has for it; null where nothing can be used. */
export function mixtureFor(
  found: readonly DtypeOverview[],
  main: GraphDtype,
  device: Device,
): DtypeOverview | null {
  const usable = usableOn(found, device, false).filter(({ dtype }) => mainDtype(dtype) === main)
  return usable.sort((a, b) => rank(a, device) - rank(b, device))[0] ?? null
}

function explainChoice(
  chosen: DtypeOverview,
  device: Device,
  found: readonly DtypeOverview[],
  isSure: boolean,
): string {
  const { dtype, warnings, agreement } = chosen
  const warning = warnings[toDeviceKind(device)][0]
  if (!isSure && warning) return `nothing here fits for sure: ${warning.message}`
  if (agreement) return `measured: ${agreementWords(agreement)}`
  if (isMixed(dtype)) return 'no single precision in the folder can be used here'
  if (isSmall(chosen, device))
    return dtype === 'fp32'
      ? 'small enough to run in full precision'
      : 'nothing with full weights is in the folder, and 16 bits changed no letter of a small model (docs/fidelity.md)'
  if (needsF16(dtype)) return 'nothing with 32-bit activations is in the folder'
  const better = found.find(other => rank(other, device) < rank(chosen, device) && other.missing.length === 0)
  const obstacle =
    better && [...better.problems[toDeviceKind(device)], ...better.warnings[toDeviceKind(device)]][0]
  if (better && obstacle)
    return `with 32-bit activations; not ${dtypeWords(better.dtype)}: ${obstacle.message}`
  if (device === 'webgpu') return 'with 32-bit activations, as 16-bit ones can overflow'
  return dtype === 'fp32'
    ? 'nothing is lost, and on a processor smaller weights are no faster'
    : 'nothing with full weights is in the folder'
}
