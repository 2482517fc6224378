/** Extra passes as a command line names them: `option-order,blank-image,noise:1-3`. */

import { ownValue } from '@voxelwise/python'
import {
  allCorruptions,
  type Corruption,
  corruptions,
  medicalCorruptions,
  type Probe,
  type Strength,
  strengths,
} from '../protocol/probe.ts'
import { isA, probeKey } from './kind-of.ts'
import { corruption as corruptionKind } from './kinds/corruption.ts'
import { optionOrder } from './kinds/option-order.ts'
import { corruptedImage, findIntervention, interventions, optionOrders } from './passes.ts'

const named: Readonly<Record<string, readonly Probe[]>> = {
  [optionOrder.kind]: optionOrders,
  ...Object.fromEntries(interventions.map(({ listed, probes }) => [listed, probes])),
}

const plain = interventions.filter(({ isVariant }) => !isVariant)

const corrupted = (corruption: Corruption, chosen: readonly Strength[]) =>
  chosen.map(strength => corruptedImage(corruption, strength))

/** Every name that a list can contain. */
export const probeNames: readonly string[] = [...Object.keys(named), ...allCorruptions, 'by-modality', 'all']

/**
 * The passes that a list names, each once, in the order of the list. A kind of corruption takes all strengths, or
 * those after its colon: `noise:3`, `noise:1-3`.
 * @returns the name at fault where there is one
 */
export function parseProbes(list: string): readonly Probe[] | { readonly unknown: string } {
  const byKey = new Map<string, Probe>()
  for (const item of list.split(',').map(part => part.trim())) {
    const probes = readItem(item)
    if (!probes) return { unknown: item }
    for (const probe of probes) byKey.set(probeKey(probe), probe)
  }
  return [...byKey.values()]
}

function readItem(item: string): readonly Probe[] | null {
  if (item === 'all')
    return [
      ...optionOrders,
      ...plain.flatMap(({ probes }) => probes),
      ...corruptions.flatMap(kind => corrupted(kind, strengths)),
    ]
  // Only own names: every object also has a "constructor".
  const whole = ownValue(named, item)
  if (whole) return whole
  const [, kind, from, to = from] = /^([a-z-]+?)(?::([1-5])(?:-([1-5]))?)?$/.exec(item) ?? []
  const kinds = kind === 'by-modality' ? medicalCorruptions : allCorruptions.filter(known => known === kind)
  const chosen =
    from === undefined
      ? strengths
      : strengths.filter(strength => strength >= Number(from) && strength <= Number(to))
  const probes = kinds.flatMap(known => corrupted(known, chosen))
  return probes.length > 0 ? probes : null
}

/** A list that names these passes; all cyclic orders of the options go together, and all wordings. */
export function listProbes(probes: readonly Probe[]): string {
  return [...new Set(probes.map(listedName))].join(',')
}

function listedName(probe: Probe): string {
  if (isA(corruptionKind, probe)) return `${probe.corruption}:${probe.strength}`
  return findIntervention(probe)?.listed ?? probe.kind
}
