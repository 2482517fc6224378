/** What a kind of probe is: all that the rest of the house asks about it. Each file beside this one is a kind. */

import type { Moments, Pixels } from '@voxelwise/pixels'
import type { JsonObject } from '@voxelwise/python'
import type * as v from 'valibot'
import type { Ranked } from '../../base/by-rank.ts'
import type { RelativeDetail } from '../../base/image-detail.ts'
import type { AnyProbe, ChangeDetails, DrawnRegion, PixelChange, Probe } from '../../protocol/probe.ts'
import type { Protocol } from '../../protocol/protocol.ts'
import type { AnsweredRecord } from '../../protocol/record.ts'
import type { Sample } from '../../protocol/sample.ts'
import type { Turn } from '../../protocol/turns.ts'
import type { CorruptByModality } from '../by-modality.ts'
import type { corrupt } from '../corrupt.ts'
import type { offTopicLike } from '../off-topic.ts'

/** The seed of all passes that can be chosen: two people's passes show the same. */
export const sharedSeed = 1

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

/** A condition of the audit: its name in exported files, and on screens. */
export interface AuditCondition {
  readonly id: string
  readonly name: string
}

/** What the figures of an audit take from a kind. */
interface Audited<P> {
  readonly conditions: readonly AuditCondition[]
  /** Which of several conditions a probe is, from 0. */
  at?(probe: P): number
  /** It changes no image: alone it is no audit. */
  readonly isOnlyAdded?: true
  /** Which answers of the run its figures can count; absent where they count all that could be read. */
  counts?(record: Pick<AnsweredRecord, 'sample' | 'correct'>, protocol: Protocol): boolean
}

/** What a pass shows of the samples that its run asks. */
export interface Prepared {
  /** Whether to ask a sample: samples that the probe does not change have been asked already. */
  asks(sample: Sample): boolean
  /** The source of the prompt and the right answer; absent where they stay. */
  fields?(sample: Pick<Sample, 'fields' | 'index'>): JsonObject
  /** Rooted paths of the images that are shown instead of a sample's own; undefined where those are. */
  images?(own: readonly string[], index: number): readonly string[] | undefined
  /** What the change of the pixels depends on besides the probe. @param own rooted paths of a sample's own images */
  placed?(own: readonly string[], index: number): ChangeDetails
  /** Samples that are prepared alone, since their images are changed for them: all, or by the index. */
  readonly alone?: 'all' | ((index: number) => boolean)
  /** What is right for the images that are shown instead, where that is another answer. */
  swappedRight?(index: number): string | undefined
  /** Whether a sample's occlusion map is compared with that of its pixels, and with random orders. */
  checksMap?(index: number): boolean
  /** By which questions are asked, and replies read, instead of the run's own. */
  readonly protocol?: Protocol
}

/** Large code and pictures that only a thread that changes pixels loads. Views know the kinds without them. */
export interface PixelTools {
  readonly corrupt: typeof corrupt
  readonly corruptByModality: CorruptByModality | null
  readonly offTopicLike: typeof offTopicLike
}

/** How a kind changes the pixels of an image. */
interface PixelWork<P> {
  /**
   * The model's input instead of the image: always fresh pixels of the same kind, and of the same size unless turned.
   * @param path rooted path of the file; each file has its own noise
   * @throws VoxelwiseError where the image has nothing to change
   */
  changed(pixels: Pixels, path: string, change: P & ChangeDetails, tools: PixelTools): Pixels
  /** Images of one size all become the same: their features are kept. */
  readonly isUniform?: true
  /** Whether the image itself is prepared, with the places of its tokens: parts of it are removed later. */
  keepsImage?(change: P & ChangeDetails): boolean
  /** At which of the model's image details the image is prepared, as it is; never of a server, which prepares images itself. */
  detail?(change: P & ChangeDetails): RelativeDetail
}

/**
 * What the page says of a sample's images: they are its own; there are none; the model saw others or changed ones instead; or
 * those of other examples stand with its own.
 */
type SeenImages<P> =
  | { readonly images: 'own' }
  | { readonly images: 'none' }
  | { readonly images: 'instead'; words(probe: P): string }
  | { readonly images: 'examples'; readonly note: string }

/** What a reader of stored records can require, who has no other samples than the record's own. */
interface OtherImages {
  /** Whether the pass can ask a sample; absent where that follows from the sample. */
  mayAsk?(sample: Sample, protocol: Protocol): boolean
  /** Whether it can show these images. @param shown rooted paths, in order */
  mayShow(sample: Sample, protocol: Protocol, shown: readonly string[]): boolean
  /** The field at fault where it cannot, and what it should have been. */
  readonly expected: readonly [field: string, what: string]
}

/** A second question after the answer, in the same conversation. */
export interface SecondTurn {
  turns(before: readonly Turn[], answer: string): readonly Turn[]
  /** New tokens of the reply at most. */
  readonly tokens: number
  /** What the record keeps of the reply. */
  read(reply: string): Pick<AnsweredRecord, 'stated'>
}

/** Blocks of the image removed one at a time after the answer. */
interface OcclusionWork<P> {
  /** Whether maps of the probe are still made, rather than only read. */
  isMade(probe: P): boolean
  /** Whether every question gets a map, rather than one. */
  isOfAll(probe: P): boolean
  /** The image with blocks painted over, or an even grey. */
  painted(blocks: readonly number[] | 'blank', side: number): PixelChange
  /** Milliseconds. @param isChecked as `Prepared.checksMap` */
  cost(isChecked: boolean, encoder: number, decoder: number): number
}

/** The sort of change, as reporting guidelines tell them apart. */
export type ChangedPart = 'nothing' | 'order' | 'wording' | 'image' | 'parts' | 'other'

export interface ProbeKind<P extends AnyProbe> extends Ranked {
  readonly kind: P['kind']
  readonly schema: v.GenericSchema<unknown, P>
  /** A name that two probes of the kind share exactly when they are the same; absent for the kind's own. */
  key?(probe: P): string
  /** Passes that are chosen together; none where the kind is chosen with another, or in a table of its own. */
  readonly interventions: readonly Intervention[]
  /** A pass in a few words; absent for the name of its intervention. */
  name?(probe: P): string
  readonly changes: ChangedPart
  /** @param samples all that the run asks, since one may be shown the image of another */
  prepare(probe: P, samples: readonly Sample[], protocol: Protocol): Prepared
  /** Whether `prepare` needs all samples of the run to change one. */
  needsAllSamples?(probe: P): boolean
  readonly pixels?: PixelWork<P>
  readonly seen: SeenImages<P>
  /** Said of a running question whose image has nothing to look at. A record of it shows no image. */
  readonly inPlaceOfImage?: string
  /** Said beside a question's options, and beside its prompt, where the page shows others than the model saw. */
  readonly notes?: { readonly options?: [running: string, asked: string]; readonly prompt?: string }
  /** It takes away what the answer must rest on: an answer then is no better than a refusal. */
  readonly hidesEvidence?: true
  /** It needs text, whatever its run does. */
  readonly isInText?: true
  /** Guessing has no accuracy: nothing is offered to choose from. */
  readonly isWithoutChance?: true
  /** The seed of a question's answer where it is drawn. @param index of the sample */
  drawSeed?(probe: P, index: number): number
  /** The probe with regions that the user has drawn, where it covers regions. */
  withDrawn?(probe: P, drawn: readonly DrawnRegion[]): P
  /** The probe with what follows from the data set. @param measure mean and deviation of its pixels; null where they are unknown */
  completed?(probe: P, measure: (seed: number) => Promise<Moments | null>): Promise<P>
  readonly others?: OtherImages
  /** Its records can have what is right for the images that were shown. */
  readonly hasSwappedRight?: true
  readonly secondTurn?: SecondTurn
  readonly occlusion?: OcclusionWork<P>
  /** Probes with one name here ask the same samples in the same time. */
  costsAs?(probe: P): string
  readonly audit?: Audited<P>
}
