import type * as v from 'valibot'
import { oneOf, optional, shape, whole } from '../../../engine/base/schema.ts'
import { blankImage } from '../../../engine/probes/kinds/blank-image.ts'
import type { ProbeKind } from '../../../engine/probes/kinds/probe-kind.ts'
import { soughtPlaces } from '../../../engine/probes/region-places.ts'
import { offeredAnswers } from '../../../engine/protocol/protocol.ts'
import { listImages, type Sample } from '../../../engine/protocol/sample.ts'
import { blocksAlong, checkedSamples, paintedImages, withoutBlocks } from './blocks.ts'
import { checkPasses, mapPasses } from './measure.ts'

const schema = shape({
  kind: oneOf(['occlusion']),
  /** One question only, by its index. */
  of: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  /** Stored passes only: an earlier version also made maps with the tokens of a blank image. */
  fill: optional(oneOf(['blank-token'])),
})
type Occlusion = v.InferOutput<typeof schema>

/** The map of one question. @param of its index; undefined for the maps of all */
export const occlusionMap = (of: number | undefined): Occlusion => ({
  kind: 'occlusion',
  ...(of !== undefined && { of }),
})

/** Blocks of the image removed one at a time: their tokens get the mean of the image's tokens. */
export const occlusion: ProbeKind<Occlusion> = {
  rank: 2,
  kind: 'occlusion',
  schema,
  key({ kind, of, fill }) {
    const filled = fill ? `${kind} ${fill}` : kind
    return of === undefined ? filled : `${filled} of ${of}`
  },
  interventions: [
    {
      listed: 'occlusion-map',
      name: 'Occlusion map',
      about: 'the tokens of each sixteenth of the image removed: what the answer depends on',
      probes: [{ kind: 'occlusion' }],
    },
  ],
  name({ of, fill }) {
    if (of !== undefined) return 'Occlusion map of one question'
    return fill === undefined ? 'Occlusion map' : 'Occlusion map, grey tokens'
  },
  changes: 'parts',
  prepare(probe, samples, protocol) {
    const places = soughtPlaces(samples)
    const asks = (sample: Sample) =>
      listImages(sample).length === 1 &&
      offeredAnswers(protocol, sample.fields).length > 0 &&
      (probe.of === undefined || probe.of === sample.index)
    const checked = new Set(checkedSamples(samples.filter(asks)))
    return {
      asks,
      placed: (_, index) => places.get(index) ?? {},
      alone: index => places.has(index),
      checksMap: index => checked.has(index),
    }
  },
  needsAllSamples: () => true,
  pixels: {
    changed: (pixels, _, { removed }) => withoutBlocks(pixels, removed?.blocks ?? [], removed?.side ?? 1),
    keepsImage: ({ removed }) => removed === undefined,
  },
  seen: { images: 'own' },
  occlusion: {
    isMade: ({ fill }) => fill === undefined,
    isOfAll: ({ of }) => of === undefined,
    painted: (blocks, side) =>
      blocks === 'blank' ? { kind: blankImage.kind } : { kind: 'occlusion', removed: { side, blocks } },
    cost: (isChecked, encoder, decoder) =>
      mapPasses(blocksAlong) * decoder +
      (isChecked ? paintedImages(blocksAlong) * encoder + checkPasses(blocksAlong) * decoder : 0),
  },
}
