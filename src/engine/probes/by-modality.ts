import type { Pixels } from '@voxelwise/pixels'
import type { JsonObject } from '@voxelwise/python'
import type { MedicalCorruption, MedicalProfile, Strength } from '../protocol/probe.ts'

/** Corruptions whose strengths depend on the modality of an image: which a sample has, as a feature says. */
export interface CorruptionsByModality {
  /** Whose table of strengths counts for a sample; null where none does. */
  findProfile(fields: JsonObject): MedicalProfile | null
  /** The parameters of a corruption; null where the table has none. */
  findLevel(
    profile: MedicalProfile,
    corruption: MedicalCorruption,
    strength: Strength,
  ): readonly number[] | null
}

/** Corrupts an image: always fresh pixels of the same size and kind. @param levels as `findLevel` gives them */
export type CorruptByModality = (
  pixels: Pixels,
  corruption: MedicalCorruption,
  levels: readonly number[],
  seed: number,
) => Pixels
