/** The passes that can be chosen. */

import type { JsonObject } from '@voxelwise/python'
import { askedQuestions, type OrderSettings } from '../protocol/order.ts'
import { allCorruptions, type Corruption, type Probe, type Strength, strengths } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { letters } from '../protocol/protocols/mapped.ts'
import { findProtocol } from '../protocol/protocols/registry.ts'
import type { Sample } from '../protocol/sample.ts'
import { selected } from '../protocol/selection.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { withoutDrawn } from './drawn-passes.ts'
import { probeKey } from './kind-of.ts'
import { corruption as corruptionKind } from './kinds/corruption.ts'
import { movedBy } from './kinds/option-order.ts'
import { type Intervention, sharedSeed } from './kinds/probe-kind.ts'
import { probeKinds } from './kinds/registry.ts'
import { hasOrder } from './option-order.ts'
import { Perturbation } from './perturbation.ts'

/**
 * Together with the run itself every cyclic order of as many options as there are letters; a data set with fewer needs
 * fewer of them (`optionOrdersFor`), and a pass that has nothing to ask is not made.
 */
export const optionOrders: readonly Probe[] = letters.slice(1).map((_, i) => movedBy(i + 1))

/** @param options the largest number of options of a question that can be reordered */
export const optionOrdersFor = (options: number): readonly Probe[] =>
  optionOrders.slice(0, Math.max(0, options - 1))

/** The largest number of options of a question that can be reordered; 0 if none can. */
export function maxOptions(protocol: Protocol, all: Iterable<{ readonly fields: JsonObject }>): number {
  let most = 0
  for (const { fields } of all)
    if (hasOrder(protocol, fields)) most = Math.max(most, protocol.listOptions(fields).length)
  return most
}

/** All that are chosen from a list: orders of options and corruptions have a table of their own. */
export const interventions: readonly Intervention[] = probeKinds.flatMap(({ interventions: own }) => own)

const probeFill = (probe: Probe): string | undefined => ('fill' in probe ? probe.fill : undefined)

/** The one that a pass belongs to; undefined for orders of options and corruptions. */
export const findIntervention = (probe: Probe): Intervention | undefined =>
  interventions.find(({ probes }) =>
    probes.some(own => own.kind === probe.kind && probeFill(own) === probeFill(probe)),
  )

export function corruptedImage(corruption: Corruption, strength: Strength): Probe {
  return { kind: corruptionKind.kind, corruption, strength, seed: sharedSeed }
}

/**
 * How many questions each of these passes asks, or has asked already.
 * @param samples all that are loaded
 * @param done indices of the samples that each pass has asked; of other images it may no longer ask some of them
 */
export function passTotals(
  probes: readonly Probe[],
  samples: readonly Sample[],
  settings: OrderSettings & Pick<RunSettings, 'protocol'>,
  done: readonly (readonly number[])[],
): readonly number[] {
  if (probes.length === 0) return []
  const protocol = findProtocol(settings.protocol)
  const { samples: askedSamples } = askedQuestions(samples, settings)
  return probes.map((probe, i) => {
    const perturbation = new Perturbation(probe, askedSamples, protocol)
    const indices = askedSamples.filter(sample => perturbation.asks(sample)).map(({ index }) => index)
    return new Set([...indices, ...(done[i] ?? [])]).size
  })
}

/** What a run with its passes asks. */
export interface AskedCounts {
  /** Questions that the selection has, before the limit. */
  readonly selected: number
  /** Questions of the run itself. */
  readonly questions: number
  /** Questions of each pass. */
  readonly probes: readonly number[]
}

/** As `passTotals`, with the run itself. */
export function askedCounts(
  probes: readonly Probe[],
  samples: readonly Sample[],
  settings: OrderSettings & Pick<RunSettings, 'protocol'>,
): AskedCounts {
  const all = selected(samples, settings.only).length
  const questions = Math.min(settings.limit ?? all, all)
  return { selected: all, questions, probes: passTotals(probes, samples, settings, []) }
}

/** Every pass that makes sense of a data set. @param options as in `optionOrdersFor` */
export const probesFor = (options: number): readonly Probe[] => [
  ...optionOrdersFor(options),
  ...allProbes.slice(optionOrders.length),
]

export const allProbes: readonly Probe[] = [
  ...optionOrders,
  ...interventions.flatMap(({ probes }) => probes),
  ...allCorruptions.flatMap(corruption => strengths.map(strength => corruptedImage(corruption, strength))),
]

const places = new Map(allProbes.map((probe, i) => [probeKey(probe), i]))

/** The place of a pass in the order of passes; those that cannot be chosen come last. */
export const passPlace = (probe: Probe | undefined): number =>
  (probe && places.get(probeKey(withoutDrawn(probe)))) ?? places.size
