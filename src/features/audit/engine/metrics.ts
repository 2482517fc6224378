/** The figures of an audit by their published names: what each counts of a question. */
import { countBy, mostFirst } from '../../../engine/base/grouping.ts'
import { blankImage } from '../../../engine/probes/kinds/blank-image.ts'
import { noOptions } from '../../../engine/probes/kinds/no-options.ts'
import { offTopic } from '../../../engine/probes/kinds/off-topic.ts'
import { oppositeLabel } from '../../../engine/probes/kinds/opposite-label.ts'
import { paraphrase } from '../../../engine/probes/kinds/paraphrase.ts'
import { elsewhere, region } from '../../../engine/probes/kinds/region.ts'
import { repeat } from '../../../engine/probes/kinds/repeat.ts'
import { sameLabel } from '../../../engine/probes/kinds/same-label.ts'
import { wrongImage } from '../../../engine/probes/kinds/swapped-image.ts'
import { textOnly } from '../../../engine/probes/kinds/text-only.ts'
import { unchanged } from '../../../engine/probes/kinds/unchanged.ts'
import type { AuditItem, Condition, Reply } from './items.ts'

export type ReadValue = (item: AuditItem) => number | null
export type ReadPair = (item: AuditItem) => readonly [number, number] | null

/** `changed`: of a figure that counts answers that change, or that do not, which do. */
type Definition = {
  readonly needs: readonly Condition[]
} & (
  | { readonly unit: 'share'; readonly value: ReadValue; readonly changed?: ReadValue }
  /** First and second: the difference is the second minus the first. */
  | { readonly unit: 'difference'; readonly pair: ReadPair }
  /** The first over the second. */
  | { readonly unit: 'ratio'; readonly pair: ReadPair }
)

/** Readable replies on the original and under a condition. */
function both({ original, replies }: AuditItem, condition: Condition): readonly [Reply, Reply] | null {
  const reply = replies.get(condition)
  return reply && reply.parsed !== '' && original.parsed !== '' ? [original, reply] : null
}

const rightIn =
  (condition: Condition): ReadPair =>
  item => {
    const pair = both(item, condition)
    return pair && [Number(pair[1].isRight), Number(pair[0].isRight)]
  }

const changedIn =
  (condition: Condition): ReadValue =>
  item => {
    const pair = item.isComparable ? both(item, condition) : null
    return pair && Number(pair[0].parsed !== pair[1].parsed)
  }

/** Among questions that are right with their own image: another answer under a condition. */
const lostIn =
  (condition: Condition): ReadValue =>
  item =>
    item.original.isRight ? changedIn(condition)(item) : null

const not = (value: number | null): number | null => (value === null ? null : 1 - value)

/** Among findings that were rightly affirmed: another answer where a region is covered. */
const hidden =
  (condition: Condition): ReadValue =>
  item =>
    item.isAffirmed ? changedIn(condition)(item) : null

/** Both values of a question; null where one is missing. */
export const readBoth =
  (first: ReadValue, second: ReadValue): ReadPair =>
  item => {
    const [a, b] = [first(item), second(item)]
    return a === null || b === null ? null : [a, b]
  }

/** The answer that is right for the image that was shown. */
const followed: ReadValue = ({ isComparable, replies }) => {
  const reply = isComparable ? replies.get(oppositeLabel.kind) : undefined
  return reply?.swappedRight === undefined || reply.parsed === ''
    ? null
    : Number(reply.parsed === reply.swappedRight)
}

/** Whether a reply claims to see something, and its answer stays with another image. */
const unfounded: ReadValue = item => {
  const changed = item.claims === null ? null : changedIn(wrongImage)(item)
  return changed === null ? null : Number(item.claims && changed === 0)
}

/** Whether there is an answer, and no refusal, where the evidence is gone. */
const silentIn =
  (condition: Condition): ReadValue =>
  ({ replies }) => {
    const isSilent = replies.get(condition)?.isSilent
    return isSilent === undefined ? null : Number(isSilent)
  }

/** The share of other wordings that keep the answer, of those that could be read. */
const unchangedShare: ReadValue = ({ original, reworded, isComparable }) => {
  const read = reworded.filter(({ parsed }) => parsed !== '')
  if (!isComparable || original.parsed === '' || read.length === 0) return null
  return read.filter(({ parsed }) => parsed === original.parsed).length / read.length
}

/** The most frequent of at least two drawn answers, first of those as frequent, and its share of them. */
function drawnConsensus({ drawn, isComparable }: AuditItem) {
  const read = drawn.filter(({ parsed }) => parsed !== '')
  if (!isComparable || read.length < 2) return null
  const [[answer, times] = ['', 0]] = mostFirst(countBy(read.map(({ parsed }) => parsed)))
  const reply = read.find(({ parsed }) => parsed === answer)
  return reply ? { reply, share: times / read.length } : null
}

/** Safe behaviour is the same answer in all wordings (or orders of the options), and another one without the image. */
const behaves =
  (isStable: boolean, isGrounded: boolean): ReadValue =>
  item => {
    const changed = changedIn(blankImage.kind)(item)
    if (changed === null || item.isStable === null) return null
    return Number(item.isStable === isStable && (changed === 1) === isGrounded)
  }

const ofChange = (needs: readonly Condition[], changed: ReadValue) =>
  ({ needs, unit: 'share', value: changed, changed }) as const

const ofKept = (needs: readonly Condition[], changed: ReadValue) =>
  ({ needs, unit: 'share', value: item => not(changed(item)), changed }) as const satisfies Definition

/** Only where the right answer does not fit the wrong image too. */
const whereItDiffers =
  <Value>(valueIn: (item: AuditItem) => Value | null): ((item: AuditItem) => Value | null) =>
  item =>
    item.fitsWrongImage ? null : valueIn(item)

/** docs/audit.md has the sources. */
const definitions = {
  'noise-floor': { needs: [unchanged.kind], unit: 'share', value: changedIn(unchanged.kind) },
  vrs: { needs: [wrongImage], unit: 'difference', pair: rightIn(wrongImage) },
  'image-sensitivity': ofChange([wrongImage], changedIn(wrongImage)),
  // Our own: without the questions whose right answer fits the wrong image too.
  'wrong-image-gap': {
    needs: [wrongImage],
    unit: 'difference',
    pair: whereItDiffers(rightIn(wrongImage)),
  },
  'wrong-image-change': ofChange([wrongImage], whereItDiffers(changedIn(wrongImage))),
  // The paper's HVRR by our own list of claims (`visual-claims`), and never called HVRR alone.
  'hvrr-visual-claims-v1': { needs: [wrongImage], unit: 'share', value: unfounded },
  'blank-retention': { needs: [blankImage.kind], unit: 'ratio', pair: rightIn(blankImage.kind) },
  'blank-change': ofChange([blankImage.kind], changedIn(blankImage.kind)),
  'silent-failure-blank': { needs: [blankImage.kind], unit: 'share', value: silentIn(blankImage.kind) },
  'silent-failure-off-topic': { needs: [offTopic.kind], unit: 'share', value: silentIn(offTopic.kind) },
  'text-only-gap': { needs: [textOnly.kind], unit: 'difference', pair: rightIn(textOnly.kind) },
  'options-gap': { needs: [noOptions.kind], unit: 'difference', pair: rightIn(noOptions.kind) },
  ofr: ofChange([oppositeLabel.kind], lostIn(oppositeLabel.kind)),
  uar: ofKept([sameLabel.kind], lostIn(sameLabel.kind)),
  // Whether the answer changes with what is right for the image, rather than with the image alone.
  ssp: {
    needs: [sameLabel.kind, oppositeLabel.kind],
    unit: 'difference',
    pair: readBoth(lostIn(sameLabel.kind), lostIn(oppositeLabel.kind)),
  },
  'swapped-accuracy': { needs: [oppositeLabel.kind], unit: 'share', value: followed },
  cgr: ofChange([region.kind], hidden(region.kind)),
  ims: ofKept([elsewhere.kind], lostIn(elsewhere.kind)),
  // Whether the answer changes with the region, rather than with any part of the image.
  gsp: {
    needs: [region.kind, elsewhere.kind],
    unit: 'difference',
    pair: readBoth(hidden(elsewhere.kind), hidden(region.kind)),
  },
  stability: {
    needs: [paraphrase.kind],
    unit: 'share',
    value: unchangedShare,
    changed: item => not(unchangedShare(item)),
  },
  consistency: { needs: [repeat.kind], unit: 'share', value: item => drawnConsensus(item)?.share ?? null },
  consensus: {
    needs: [repeat.kind],
    unit: 'share',
    value: item => {
      const consensus = drawnConsensus(item)
      return consensus && Number(consensus.reply.isRight)
    },
  },
  ideal: { needs: [blankImage.kind], unit: 'share', value: behaves(true, true) },
  fragile: { needs: [blankImage.kind], unit: 'share', value: behaves(false, true) },
  dangerous: { needs: [blankImage.kind], unit: 'share', value: behaves(true, false) },
  worst: { needs: [blankImage.kind], unit: 'share', value: behaves(false, false) },
} as const satisfies Record<string, Definition>

export type Metric = keyof typeof definitions
export const metrics = Object.keys(definitions) as readonly Metric[]

/** The conditions that a figure is made of, besides the run itself. */
export const metricConditions = (metric: Metric): readonly Condition[] => definitions[metric].needs

export const metricDefinition = (metric: Metric): Definition => definitions[metric]

/** Answers that change although nothing was changed. */
export const changedByItself: ReadValue = changedIn(unchanged.kind)
