/** All kinds of probes, in the order of passes. A new kind is one line here. */
import { featureProbes } from '../../seams.ts'
import { blankImage } from './blank-image.ts'
import { corruption } from './corruption.ts'
import { flip } from './flip.ts'
import { noOptions } from './no-options.ts'
import { noiseImage } from './noise-image.ts'
import { offTopic } from './off-topic.ts'
import { oppositeLabel } from './opposite-label.ts'
import { optionOrder } from './option-order.ts'
import { paraphrase } from './paraphrase.ts'
import type { ProbeKind } from './probe-kind.ts'
import { elsewhere, region } from './region.ts'
import { repeat } from './repeat.ts'
import { rotate } from './rotate.ts'
import { sameLabel } from './same-label.ts'
import { statedConfidences } from './stated-confidence.ts'
import { swappedImage } from './swapped-image.ts'
import { textOnly } from './text-only.ts'
import { unchanged } from './unchanged.ts'

export const probeKinds = [
  optionOrder,
  blankImage,
  swappedImage,
  textOnly,
  noiseImage,
  offTopic,
  oppositeLabel,
  sameLabel,
  region,
  elsewhere,
  paraphrase,
  flip,
  rotate,
  noOptions,
  repeat,
  unchanged,
  statedConfidences,
  ...featureProbes,
  corruption,
] as const

type ProbeOf<K> = K extends ProbeKind<infer P> ? P : never

declare module '../../protocol/probe.ts' {
  interface ProbeDeclaration {
    readonly probe: ProbeOf<(typeof probeKinds)[number]>
  }
}
