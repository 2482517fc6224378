/** The window policy of a run, and what became of it, as stored values. */

import { policyForms, readPolicy, windowFunctions } from '@voxelwise/pixels'
import * as v from 'valibot'
import { number, oneOf, optional, shape, text, yes } from '../base/schema.ts'

const windowSchema = shape({ centre: number, width: number, function: oneOf(windowFunctions) })

const displays = ['voi-lut', 'window', 'range', 'rgb3', 'colour'] as const

/** How the values of a DICOM file became the picture that a model was shown. */
export const displaySchema = shape({
  used: oneOf(displays),
  window: optional(windowSchema),
  /** Values shown black and white. */
  range: optional(v.pipe(v.tuple([number, number], 'two numbers'), v.readonly())),
  /** The file lacks what the policy asks for: the range of the frame is shown. */
  fallback: optional(yes),
  /** The file's compressed data claims more bytes than it has; no pixel is missing. */
  overrun: optional(yes),
})

/** A policy as it is written in settings. */
export const policySchema = v.pipe(
  text,
  v.check(value => readPolicy(value) !== null, `one of ${policyForms}`),
)
