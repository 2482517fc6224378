/** Probes that are chosen together, each for one question about the model. */
import { corruptions, type Probe } from '../protocol/probe.ts'
import { isA } from './kind-of.ts'
import { blankImage } from './kinds/blank-image.ts'
import { oppositeLabel } from './kinds/opposite-label.ts'
import { paraphrase } from './kinds/paraphrase.ts'
import { sameLabel } from './kinds/same-label.ts'
import { swappedImage } from './kinds/swapped-image.ts'
import { corruptedImage, interventions, optionOrdersFor } from './passes.ts'

interface ProbePreset {
  readonly id: 'image-use' | 'order-and-wording' | 'image-quality'
  readonly name: string
  readonly about: string
  readonly probes: readonly Probe[]
}

/** Options of a question until they are counted: as many as MedRCube's have. */
export const usualOptions = 4

/** Strong enough to be seen, and not yet what nobody could read. */
const middle = 3

const imageUse: readonly string[] = [swappedImage.kind, blankImage.kind, sameLabel.kind, oppositeLabel.kind]

/** @param options the most options of a question that can be reordered */
export function probePresets(options: number): readonly ProbePreset[] {
  const listed = interventions.flatMap(({ probes }) => probes)
  return [
    {
      id: 'image-use',
      name: 'Image use',
      about: 'an image that is wrong, blank, of the same or of another answer',
      probes: imageUse.flatMap(wanted => listed.filter(({ kind }) => kind === wanted)),
    },
    {
      id: 'order-and-wording',
      name: 'Order and wording',
      about: 'options in other orders, questions in other words',
      probes: [...optionOrdersFor(options), ...listed.filter(probe => isA(paraphrase, probe))],
    },
    {
      id: 'image-quality',
      name: 'Image quality',
      about: `${corruptions.length} corruptions of middle strength`,
      probes: corruptions.map(corruption => corruptedImage(corruption, middle)),
    },
  ]
}
