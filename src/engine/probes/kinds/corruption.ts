import type * as v from 'valibot'
import { getOrMake } from '../../base/grouping.ts'
import { fnv1a } from '../../base/hash.ts'
import { oneOf, shape } from '../../base/schema.ts'
import { seed } from '../../base/stored-values.ts'
import {
  allCorruptions,
  isMedical,
  type MedicalCorruption,
  type MedicalProfile,
  strengths,
} from '../../protocol/probe.ts'
import { imagesKey, listImages, type Sample } from '../../protocol/sample.ts'
import { byModality } from '../../seams.ts'
import { corruptionNames } from '../corruption-names.ts'
import type { ProbeKind } from './probe-kind.ts'

const schema = shape({
  kind: oneOf(['corruption']),
  corruption: oneOf(allCorruptions),
  strength: oneOf(strengths),
  seed,
})
type CorruptionProbe = v.InferOutput<typeof schema>

const medicalCorruption = ({ corruption: of }: CorruptionProbe): MedicalCorruption | null =>
  isMedical(of) ? of : null

/** By `imagesKey`, of the first question that shows them. */
function profilesByImages(samples: readonly Sample[]): ReadonlyMap<string, MedicalProfile | null> {
  const profiles = new Map<string, MedicalProfile | null>()
  for (const sample of samples)
    getOrMake(profiles, imagesKey(listImages(sample)), () => byModality?.findProfile(sample.fields) ?? null)
  return profiles
}

/** The image corrupted in one of many ways, at five strengths. */
export const corruption: ProbeKind<CorruptionProbe> = {
  kind: 'corruption',
  schema,
  key: probe => `${probe.corruption} ${probe.strength} #${probe.seed}`,
  interventions: [],
  name: probe => `${corruptionNames[probe.corruption]}, strength ${probe.strength}`,
  changes: 'image',
  prepare(probe, samples) {
    const medical = medicalCorruption(probe)
    const profiles = medical ? profilesByImages(samples) : new Map<string, MedicalProfile | null>()
    return {
      asks({ image, fields }) {
        if (!medical) return image !== null
        const profile = byModality?.findProfile(fields) ?? null
        return image !== null && profile !== null && byModality?.findLevel(profile, medical, 1) !== null
      },
      placed(own) {
        const profile = profiles.get(imagesKey(own))
        return profile ? { profile } : {}
      },
    }
  },
  needsAllSamples: probe => medicalCorruption(probe) !== null,
  pixels: {
    changed(pixels, path, change, { corrupt, corruptByModality }) {
      const { strength, profile } = change
      const pathSeed = fnv1a(path, change.seed)
      if (!isMedical(change.corruption)) return corrupt(pixels, change.corruption, strength, pathSeed)
      const level = profile ? byModality?.findLevel(profile, change.corruption, strength) : null
      if (!level || !corruptByModality) return { ...pixels, data: pixels.data.slice() }
      return corruptByModality(pixels, change.corruption, level, pathSeed)
    },
  },
  seen: {
    images: 'instead',
    words: probe =>
      `The model saw a corrupted image: ${corruptionNames[probe.corruption].toLowerCase()}, strength ${probe.strength}.`,
  },
  costsAs: probe => probe.corruption,
}
