import type * as v from 'valibot'
import { oneOf, optional, shape } from '../../base/schema.ts'
import { type DrawnRegion, drawnRegionsSchema } from '../../protocol/probe.ts'
import { listImages, type Sample } from '../../protocol/sample.ts'
import { isAffirmed } from '../affirmed.ts'
import { regionOfSample } from '../drawn-regions.ts'
import { covered } from '../region.ts'
import { placeRegions } from '../region-places.ts'
import type { Prepared, ProbeKind } from './probe-kind.ts'

/** How a region is covered, and the drawn ones, which come before those of the data set. */
const covering = { fill: optional(oneOf(['blur'])), drawn: optional(drawnRegionsSchema) }

const regionSchema = shape({ kind: oneOf(['region']), ...covering })
const elsewhereSchema = shape({ kind: oneOf(['elsewhere']), ...covering })
type Region = v.InferOutput<typeof regionSchema>
type Elsewhere = v.InferOutput<typeof elsewhereSchema>

const keyOfCovering = ({ kind, fill, drawn }: Region | Elsewhere): string =>
  [kind, fill, drawn && `drawn ${JSON.stringify(drawn)}`].filter(part => part !== undefined).join(' ')

function prepareCovering(
  { drawn = [] }: { readonly drawn?: readonly DrawnRegion[] },
  samples: readonly Sample[],
): Prepared {
  const places = placeRegions(samples, drawn)
  return {
    asks: sample =>
      sample.image !== null && listImages(sample).length === 1 && regionOfSample(sample, drawn) !== null,
    placed: (_, index) => places.get(index) ?? {},
    alone: 'all',
  }
}

const treatedBy = ({ fill }: Region | Elsewhere): string => (fill === 'blur' ? 'blurred' : 'covered')

/** The region that the question is about in the image's mean colour, or blurred. */
export const region: ProbeKind<Region> = {
  kind: 'region',
  schema: regionSchema,
  key: keyOfCovering,
  interventions: [
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
  ],
  changes: 'image',
  prepare: prepareCovering,
  needsAllSamples: () => true,
  withDrawn: (probe, drawn) => ({ ...probe, drawn }),
  pixels: {
    changed: (pixels, path, { box, fill }) => covered(pixels, 'itself', box, path, fill),
  },
  seen: { images: 'instead', words: probe => `The model saw the image with the region ${treatedBy(probe)}.` },
  audit: { conditions: [{ id: 'region', name: 'Region covered' }], counts: isAffirmed },
}

/** An equal region elsewhere in the image. It is chosen together with `region`. */
export const elsewhere: ProbeKind<Elsewhere> = {
  kind: 'elsewhere',
  schema: elsewhereSchema,
  key: keyOfCovering,
  interventions: [],
  name: probe => `Region elsewhere ${treatedBy(probe)}`,
  changes: 'image',
  prepare: prepareCovering,
  needsAllSamples: () => true,
  withDrawn: (probe, drawn) => ({ ...probe, drawn }),
  pixels: {
    changed: (pixels, path, { box, fill }) => covered(pixels, 'equal', box, path, fill),
  },
  seen: {
    images: 'instead',
    words: probe => `The model saw the image with an equal region elsewhere ${treatedBy(probe)}.`,
  },
  audit: {
    conditions: [{ id: 'elsewhere', name: 'Equal region elsewhere covered' }],
    counts: ({ correct }) => correct,
  },
}
