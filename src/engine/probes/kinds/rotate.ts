import type * as v from 'valibot'
import { oneOf, shape } from '../../base/schema.ts'
import { turnedTexts } from '../reworded.ts'
import { rotations, turnedPixels } from '../turning.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({ kind: oneOf(['rotate']), turn: oneOf(rotations) })

/** The image turned, with the places in it that the texts name. */
export const rotate: ProbeKind<v.InferOutput<typeof schema>> = {
  kind: 'rotate',
  schema,
  key: ({ kind, turn }) => `${kind} ${turn}`,
  interventions: [
    {
      listed: 'rotate',
      name: 'Turned image',
      about: 'turned by 90°, 180° and 270°, where the answer does not depend on it',
      probes: rotations.map(turn => ({ kind: 'rotate', turn })),
    },
  ],
  name: ({ turn }) => `Image turned by ${turn}°`,
  changes: 'image',
  prepare: ({ turn }) => ({
    asks: ({ image, fields }) => image !== null && turnedTexts(fields, turn) !== null,
    fields: ({ fields }) => turnedTexts(fields, turn) ?? fields,
  }),
  pixels: { changed: (pixels, _, { turn }) => turnedPixels(pixels, turn) },
  seen: { images: 'instead', words: ({ turn }) => `The model saw the image turned clockwise by ${turn}°.` },
  audit: {
    conditions: rotations.map(turn => ({ id: `rotate-${turn}`, name: `Image turned by ${turn}°` })),
    at: ({ turn }) => rotations.indexOf(turn),
  },
}
