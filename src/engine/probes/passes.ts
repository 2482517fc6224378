/** The passes that can be chosen. */

import type { JsonObject } from '../base/json.ts'
import { askedOf, type OrderSettings } from '../protocol/order.ts'
import {
  allCorruptions,
  type Corruption,
  draws,
  type Probe,
  probeKey,
  rotations,
  type Strength,
  strengths,
  wordings,
} from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { letters } from '../protocol/protocols/mapped.ts'
import { protocolOf } from '../protocol/protocols/registry.ts'
import type { Sample } from '../protocol/sample.ts'
import { selected } from '../protocol/selection.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { withoutDrawn } from './drawn-regions.ts'
import { hasOrder, Perturbation } from './perturbation.ts'

/** One for all, so that two people's passes show the same. */
const seed = 1

/**
 * Together with the run itself every cyclic order of as many options as there are letters; a data set with fewer needs
 * fewer of them (`optionOrdersOf`), and a pass that has nothing to ask is not made.
 */
export const optionOrders: readonly Probe[] = letters
  .slice(1)
  .map((_, i) => ({ kind: 'option-order', shift: i + 1 }))

/** @param options the largest number of options of a question that can be reordered */
export const optionOrdersOf = (options: number): readonly Probe[] =>
  optionOrders.slice(0, Math.max(0, options - 1))

/** The largest number of options of a question that can be reordered; 0 if none can. */
export function maxOptions(protocol: Protocol, all: Iterable<{ readonly fields: JsonObject }>): number {
  let most = 0
  for (const { fields } of all)
    if (hasOrder(protocol, fields)) most = Math.max(most, protocol.optionsOf(fields).length)
  return most
}

export const blankImage: Probe = { kind: 'blank-image' }

/** A run of a model in the page repeats itself, a server need not. */
export const unchanged: Probe = { kind: 'unchanged' }

export const swappedImage: Probe = { kind: 'swapped-image', seed }

/** One change to the image or the words, and how lists and screens name it. */
export interface Intervention {
  /** As a command line names it. */
  readonly listed: string
  readonly name: string
  /** What is shown, in a few words. */
  readonly about: string
  /** One pass, or several that belong together. */
  readonly probes: readonly Probe[]
  /** The intervention before it with another filling, or of use to servers only: not among `all`. */
  readonly isVariant?: true
}

export const interventions: readonly Intervention[] = [
  {
    listed: 'blank-image',
    name: 'Blank image',
    about: 'a uniform grey image',
    probes: [blankImage],
  },
  {
    listed: 'wrong-image',
    name: 'Wrong image',
    about: 'another image, of the same modality and region if possible',
    probes: [swappedImage],
  },
  {
    listed: 'text-only',
    name: 'No image',
    about: 'the question alone, without an image',
    probes: [{ kind: 'text-only' }],
  },
  {
    listed: 'noise-image',
    name: 'Noise',
    about: 'noise with the mean and deviation of the data set’s images',
    probes: [{ kind: 'noise-image', seed }],
  },
  {
    listed: 'off-topic',
    name: 'Off-topic photograph',
    about: 'a photograph of a cat',
    probes: [{ kind: 'off-topic' }],
  },
  {
    listed: 'opposite-label',
    name: 'Image of another answer',
    about: 'an image for which another option is right',
    probes: [{ kind: 'opposite-label', seed }],
  },
  {
    listed: 'same-label',
    name: 'Image of the same answer',
    about: 'another image with the same right answer',
    probes: [{ kind: 'same-label', seed }],
  },
  {
    listed: 'region',
    name: 'Region covered',
    about: 'the marked region covered, and an equal region elsewhere',
    probes: [{ kind: 'region' }, { kind: 'elsewhere' }],
  },
  {
    listed: 'region-blurred',
    name: 'Region blurred',
    about: 'the same with a blur instead of the image’s mean colour',
    probes: [
      { kind: 'region', fill: 'blur' },
      { kind: 'elsewhere', fill: 'blur' },
    ],
    isVariant: true,
  },
  {
    listed: 'paraphrase',
    name: 'Other wordings',
    about: 'the question in five other wordings',
    probes: Array.from({ length: wordings }, (_, i) => ({ kind: 'paraphrase', wording: i + 1 }) as const),
  },
  {
    listed: 'flip',
    name: 'Mirrored image',
    about: 'left and right exchanged in image, question and options',
    probes: [{ kind: 'flip' }],
  },
  {
    listed: 'rotate',
    name: 'Turned image',
    about: 'turned by 90°, 180° and 270°, where the answer does not depend on it',
    probes: rotations.map(turn => ({ kind: 'rotate', turn })),
  },
  {
    listed: 'no-options',
    name: 'Options withheld',
    about: 'the question without its options, answered in words',
    probes: [{ kind: 'no-options' }],
  },
  {
    listed: 'repeat',
    name: 'Repeated',
    about: 'the same question five times, with answers drawn at temperature 1',
    probes: Array.from({ length: draws }, (_, i) => ({ kind: 'repeat', draw: i + 1 }) as const),
  },
  {
    listed: 'unchanged',
    name: 'Nothing changed',
    about: 'the same question once more, as in the run: how often a server changes its answer by itself',
    probes: [unchanged],
    isVariant: true,
  },
  {
    listed: 'stated-confidence',
    name: 'Stated confidence',
    about: 'how sure the model says it is, in a second turn',
    probes: [{ kind: 'stated-confidence' }],
  },
  {
    listed: 'reordered-examples',
    name: 'Reordered examples',
    about: 'the worked examples before the question in reverse order',
    probes: [{ kind: 'reordered-examples' }],
  },
  {
    listed: 'irrelevant-examples',
    name: 'Irrelevant examples',
    about: 'the worked examples of a question of another task',
    probes: [{ kind: 'irrelevant-examples', seed }],
  },
  {
    listed: 'occlusion-map',
    name: 'Occlusion map',
    about: 'the tokens of each sixteenth of the image removed: what the answer depends on',
    probes: [{ kind: 'occlusion' }],
  },
  {
    listed: 'occlusion-map-blank',
    name: 'Occlusion map, grey tokens',
    about: 'the same with the tokens of an even grey instead of the mean token',
    probes: [{ kind: 'occlusion', fill: 'blank-token' }],
    isVariant: true,
  },
]

const fillOf = (probe: Probe): string | undefined => ('fill' in probe ? probe.fill : undefined)

/** The one that a pass belongs to; undefined for orders of options and corruptions. */
export const interventionOf = (probe: Probe): Intervention | undefined =>
  interventions.find(({ probes }) =>
    probes.some(own => own.kind === probe.kind && fillOf(own) === fillOf(probe)),
  )

export function corruptedImage(corruption: Corruption, strength: Strength): Probe {
  return { kind: 'corruption', corruption, strength, seed }
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
  const protocol = protocolOf(settings.protocol)
  const { samples: asked } = askedOf(samples, settings)
  return probes.map((probe, i) => {
    const perturbation = new Perturbation(probe, asked, protocol)
    const indices = asked.filter(sample => perturbation.asks(sample)).map(({ index }) => index)
    return new Set([...indices, ...(done[i] ?? [])]).size
  })
}

/** What a run with its passes asks. */
export interface AskedCounts {
  /** Questions that the selection has, before the limit. */
  readonly selected: number
  /** Questions of the run itself. */
  readonly questions: number
  /** Of each pass. */
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

/** Every pass that makes sense of a data set. @param options as in `optionOrdersOf` */
export const probesOf = (options: number): readonly Probe[] => [
  ...optionOrdersOf(options),
  ...allProbes.slice(optionOrders.length),
]

export const allProbes: readonly Probe[] = [
  ...optionOrders,
  ...interventions.flatMap(({ probes }) => probes),
  ...allCorruptions.flatMap(corruption => strengths.map(strength => corruptedImage(corruption, strength))),
]

const places = new Map(allProbes.map((probe, i) => [probeKey(probe), i]))

/** The place of a pass in the order of passes; those that cannot be chosen come last. */
export const placeOf = (probe: Probe | undefined): number =>
  (probe && places.get(probeKey(withoutDrawn(probe)))) ?? places.size
