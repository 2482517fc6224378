/** What of an image an answer depends on: the blocks of a grid, removed one at a time. */
import * as v from 'valibot'
import { list, number, optional, shape, whole } from '../base/schema.ts'

const blockMapSchema = shape({
  /** Log-probability that the answer loses without each block, row by row; options alone share the probability. */
  drops: list(number),
  /** Blocks without which the answer is another. */
  flips: list(whole(0, 255)),
})
export type BlockMap = v.InferOutput<typeof blockMapSchema>

/** Mean probability of the answer while blocks are removed or added, in the map's order and in random ones. */
const curvesSchema = shape({
  deletion: number,
  insertion: number,
  randomDeletions: list(number),
})
export type OcclusionCurves = v.InferOutput<typeof curvesSchema>

export const occlusionSchema = shape({
  /** Blocks along each side. */
  side: whole(2, 16),
  /** Width and height of the image in pixels. */
  size: v.pipe(v.tuple([whole(1, 1e9), whole(1, 1e9)]), v.readonly()),
  /** The box that the question's mask or red mark has in the image: left, top, width, height in pixels. */
  marked: optional(v.pipe(v.tuple([number, number, number, number]), v.readonly())),
  /** Blocks replaced among the image's tokens. */
  tokens: blockMapSchema,
  /** The same blocks painted in the pixels, and encoded again: of some questions only. */
  pixels: optional(blockMapSchema),
  curves: optional(curvesSchema),
})
export type Occlusion = v.InferOutput<typeof occlusionSchema>
