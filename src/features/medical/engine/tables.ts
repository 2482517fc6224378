/**
 * Which corruptions an image gets, by its modality, and how strong: F. Di Salvo et al. (2024), "MedMNIST-C" (arXiv 2406.17536),
 * `registry.py` of medmnistc 0.1.0, by its data sets. Those of MRI, and rings and streaks of CT, are this project's own: MedMNIST-C has
 * none.
 */

import { get, type JsonObject, str } from '@voxelwise/python'
import type { CorruptionsByModality } from '../../../engine/probes/by-modality.ts'
import type { MedicalCorruption, MedicalProfile, Strength } from '../../../engine/protocol/probe.ts'

type ByStrength = readonly [number, number, number, number, number]
/** One parameter, or several by name, in the order of the source. */
type Parameters = ByStrength | Readonly<Record<string, ByStrength>>
type Table = Readonly<Partial<Record<MedicalCorruption, Parameters>>>

const isOne = (parameters: Parameters): parameters is ByStrength => Array.isArray(parameters)

// organamnist, organcmnist and organsmnist
const organs = {
  'medical-pixelate': [0.7, 0.6, 0.5, 0.4, 0.35],
  'medical-jpeg': [50, 30, 15, 10, 7],
  'medical-gaussian': [0.04, 0.08, 0.12, 0.16, 0.2],
  'medical-speckle': [0.05, 0.1, 0.2, 0.3, 0.4],
  'medical-impulse': [0.01, 0.02, 0.03, 0.05, 0.08],
  'medical-shot': [200, 100, 50, 25, 15],
  'medical-gaussian-blur': [11, 13, 15, 17, 21],
  'medical-brightness-up': [1.2, 1.3, 1.4, 1.5, 1.6],
  'medical-brightness-down': [0.8, 0.75, 0.7, 0.65, 0.6],
  'medical-contrast-up': [1.3, 1.4, 1.6, 1.7, 1.8],
  'medical-contrast-down': [0.8, 0.7, 0.6, 0.55, 0.5],
  'medical-gamma-up': [1.3, 1.4, 1.6, 1.8, 2],
  'medical-gamma-down': [0.9, 0.8, 0.7, 0.6, 0.4],
} as const satisfies Table

// In both chestmnist and pneumoniamnist.
const chests = {
  'medical-gaussian-blur': [3, 5, 7, 9, 11],
  'medical-brightness-up': [1.1, 1.2, 1.3, 1.4, 1.5],
  'medical-brightness-down': [0.9, 0.8, 0.7, 0.6, 0.5],
  'medical-contrast-up': [1.1, 1.2, 1.3, 1.4, 1.6],
  'medical-contrast-down': [0.9, 0.8, 0.7, 0.6, 0.4],
  'medical-gamma-up': [1.1, 1.2, 1.3, 1.4, 1.6],
  'medical-gamma-down': [0.9, 0.8, 0.7, 0.6, 0.4],
} as const satisfies Table

const medicalTables: Readonly<Record<MedicalProfile, Table>> = {
  // chestmnist
  xray: {
    'medical-pixelate': [0.3, 0.25, 0.2, 0.15, 0.1],
    'medical-jpeg': [50, 30, 15, 10, 7],
    'medical-gaussian': [0.04, 0.08, 0.12, 0.18, 0.26],
    'medical-speckle': [0.05, 0.15, 0.2, 0.35, 0.45],
    'medical-impulse': [0.01, 0.03, 0.06, 0.09, 0.17],
    'medical-shot': [60, 25, 18, 10, 5],
    ...chests,
  },
  // pneumoniamnist
  pneumonia: {
    'medical-pixelate': [0.8, 0.7, 0.6, 0.5, 0.4],
    'medical-jpeg': [50, 30, 15, 10, 7],
    'medical-gaussian': [0.04, 0.05, 0.06, 0.07, 0.08],
    'medical-speckle': [0.05, 0.07, 0.1, 0.15, 0.2],
    'medical-impulse': [0.005, 0.01, 0.013, 0.017, 0.02],
    'medical-shot': [300, 200, 150, 100, 80],
    ...chests,
  },
  ct: { ...organs, 'ct-ring': [0.01, 0.02, 0.04, 0.06, 0.08], 'ct-streak': [0.01, 0.02, 0.04, 0.06, 0.08] },
  // Our own.
  mri: {
    'mri-rician': [0.02, 0.05, 0.08, 0.12, 0.18],
    'mri-ghosting': [0.1, 0.2, 0.3, 0.4, 0.5],
    'mri-bias-field': [0.1, 0.2, 0.3, 0.4, 0.5],
    'mri-motion': [0.02, 0.04, 0.06, 0.08, 0.1],
    'mri-spike': [0.005, 0.01, 0.02, 0.03, 0.05],
  },
  // breastmnist
  ultrasound: {
    'medical-pixelate': [0.3, 0.25, 0.2, 0.15, 0.1],
    'medical-jpeg': [50, 30, 15, 10, 7],
    'medical-speckle': [0.1, 0.15, 0.2, 0.25, 0.3],
    'medical-motion': { radius: [5, 9, 9, 13, 17], deviation: [5, 7, 10, 10, 12] },
    'medical-brightness-up': [1.4, 1.5, 1.6, 1.8, 2],
    'medical-brightness-down': [0.55, 0.5, 0.45, 0.4, 0.3],
    'medical-contrast-down': [0.9, 0.8, 0.7, 0.6, 0.4],
  },
  // octmnist
  oct: {
    'medical-pixelate': [0.3, 0.25, 0.2, 0.15, 0.1],
    'medical-jpeg': [30, 15, 10, 7, 5],
    'medical-speckle': [0.15, 0.3, 0.4, 0.5, 0.6],
    'medical-defocus': { radius: [0.5, 1, 1.5, 2, 2.5], deviation: [0.6, 0.5, 0.1, 0.5, 0.1] },
    'medical-motion': { radius: [10, 15, 15, 15, 20], deviation: [3, 5, 8, 12, 15] },
    'medical-contrast-down': [0.6, 0.4, 0.3, 0.2, 0.15],
  },
  // retinamnist
  fundus: {
    'medical-pixelate': [0.8, 0.6, 0.5, 0.4, 0.35],
    'medical-jpeg': [30, 25, 20, 10, 5],
    'medical-gaussian': [0.04, 0.08, 0.12, 0.16, 0.2],
    'medical-speckle': [0.1, 0.15, 0.2, 0.25, 0.3],
    'medical-defocus': { radius: [4, 5, 6, 7, 8], deviation: [0.1, 0.2, 0.3, 0.4, 0.5] },
    'medical-motion': { radius: [8, 15, 15, 15, 20], deviation: [5, 5, 8, 12, 15] },
    'medical-brightness-down': [0.9, 0.8, 0.7, 0.6, 0.5],
    'medical-contrast-down': [0.9, 0.8, 0.7, 0.6, 0.4],
  },
  // dermamnist
  skin: {
    'medical-pixelate': [0.7, 0.5, 0.4, 0.3, 0.25],
    'medical-jpeg': [30, 20, 15, 10, 7],
    'medical-gaussian': [0.04, 0.08, 0.12, 0.18, 0.26],
    'medical-speckle': [0.05, 0.15, 0.2, 0.35, 0.45],
    'medical-impulse': [0.01, 0.03, 0.06, 0.09, 0.17],
    'medical-shot': [60, 25, 18, 10, 5],
    'medical-defocus': { radius: [4, 5, 6, 7, 8], deviation: [0.1, 0.2, 0.3, 0.4, 0.5] },
    'medical-motion': { radius: [10, 15, 15, 15, 20], deviation: [5, 5, 8, 12, 15] },
    'medical-brightness-up': [1.1, 1.2, 1.3, 1.4, 1.5],
    'medical-brightness-down': [0.9, 0.8, 0.7, 0.6, 0.5],
    'medical-contrast-up': [1.1, 1.2, 1.3, 1.4, 1.6],
    'medical-contrast-down': [0.8, 0.7, 0.6, 0.5, 0.4],
    // In the source's order: the fourth is darker than the fifth.
    'medical-black-corner': [1.1, 1.05, 1, 0.9, 0.95],
    // The zoom ends before the end.
    'medical-zoom': { end: [1.11, 1.16, 1.21, 1.26, 1.31], step: [0.01, 0.01, 0.02, 0.02, 0.03] },
    // The most words, the most letters of a word, and the largest scale of the typeface.
    'medical-characters': {
      words: [1, 2, 3, 4, 6],
      letters: [6, 7, 8, 9, 10],
      scale: [0.14, 0.15, 0.16, 0.17, 0.18],
    },
  },
  // pathmnist
  pathology: {
    'medical-pixelate': [0.8, 0.6, 0.4, 0.3, 0.25],
    'medical-jpeg': [50, 30, 15, 10, 7],
    'medical-defocus': { radius: [3, 4, 5, 6, 7], deviation: [0.1, 0.1, 0.2, 0.2, 0.3] },
    'medical-motion': { radius: [5, 10, 15, 15, 15], deviation: [5, 5, 5, 8, 12] },
    'medical-brightness-up': [1.1, 1.15, 1.2, 1.22, 1.25],
    'medical-brightness-down': [0.85, 0.8, 0.75, 0.72, 0.7],
    'medical-contrast-up': [1.1, 1.2, 1.3, 1.4, 1.6],
    'medical-contrast-down': [0.8, 0.7, 0.6, 0.55, 0.5],
    'medical-saturate': [0.05, 0.1, 0.15, 0.2, 0.25],
    // The most stains, and their side.
    'medical-stain': { stains: [1, 2, 3, 4, 5], side: [24, 24, 24, 24, 32] },
    // The largest radius, and the most bubbles.
    'medical-bubble': { radius: [7, 10, 12, 15, 17], bubbles: [15, 15, 15, 20, 25] },
  },
  // bloodmnist
  blood: {
    'medical-pixelate': [0.6, 0.5, 0.4, 0.3, 0.25],
    'medical-jpeg': [50, 30, 15, 10, 7],
    'medical-defocus': { radius: [2, 3, 4, 5, 6], deviation: [0.01, 0.1, 0.1, 0.1, 0.1] },
    'medical-motion': { radius: [3, 5, 10, 10, 10], deviation: [3, 5, 5, 7, 9] },
    'medical-brightness-up': [1.1, 1.2, 1.3, 1.35, 1.4],
    'medical-brightness-down': [0.9, 0.8, 0.7, 0.6, 0.5],
    'medical-contrast-up': [1.1, 1.15, 1.2, 1.25, 1.3],
    'medical-contrast-down': [0.9, 0.8, 0.7, 0.6, 0.5],
    'medical-saturate': [0.05, 0.1, 0.15, 0.17, 0.2],
    'medical-stain': { stains: [1, 2, 3, 3, 3], side: [24, 24, 24, 24, 32] },
    'medical-bubble': { radius: [5, 7, 10, 12, 15], bubbles: [10, 10, 10, 12, 12] },
  },
  // tissuemnist
  tissue: {
    'medical-pixelate': [0.4, 0.3, 0.2, 0.15, 0.1],
    'medical-jpeg': [25, 20, 15, 10, 7],
    'medical-impulse': [0.01, 0.015, 0.02, 0.025, 0.03],
    'medical-gaussian-blur': [13, 15, 17, 21, 25],
    'medical-brightness-up': [1.3, 1.4, 1.5, 1.6, 1.7],
    'medical-brightness-down': [0.8, 0.7, 0.6, 0.5, 0.4],
    'medical-contrast-up': [1.1, 1.2, 1.3, 1.4, 1.6],
    'medical-contrast-down': [0.9, 0.8, 0.7, 0.6, 0.4],
  },
}

/** The parameters of a corruption on images of a modality, as in the table. Null where the modality has none. */
export function findLevel(
  profile: MedicalProfile,
  corruption: MedicalCorruption,
  strength: Strength,
): readonly number[] | null {
  const parameters = medicalTables[profile][corruption]
  if (!parameters) return null
  const all = isOne(parameters) ? [parameters] : Object.values(parameters)
  return all.map(levels => levels[strength - 1] as number)
}

const names: readonly (readonly [RegExp, MedicalProfile])[] = [
  [/\bmri?\b|magnetic resonance/, 'mri'],
  [/\boct\b|optical coherence/, 'oct'],
  [/\bct\b|computed tomography/, 'ct'],
  [/x-?ray|radiograph/, 'xray'],
  [/ultrasound|ultrasonogra|sonogra|echocardiogra|^us$/, 'ultrasound'],
  [/fundus|retinal? (?:photo|image)/, 'fundus'],
  [/dermosc|dermatosc|dermatolog|^skin/, 'skin'],
  [/blood (?:smear|cell)/, 'blood'],
  [/patholog|histolog/, 'pathology'],
  [/(?:tissue|cortex|fluorescence) microsc/, 'tissue'],
]

/** X-rays of children, as those of the data set: by the modality, or by the data set where it is named. */
const pneumonia = /pneumonia|pa?ediatric/

const known = new Map<string, MedicalProfile | null>()

/** The table for a sample, by the names of its modality and its data set; null where there is none for it. */
export function findProfile(fields: JsonObject): MedicalProfile | null {
  const [modality = '', dataset = ''] = ['modality', 'dataset'].map(field =>
    str(get(fields, field) ?? '').toLowerCase(),
  )
  const key = `${modality}\n${dataset}`
  let profile = known.get(key)
  if (profile === undefined) {
    profile = names.find(([name]) => name.test(modality))?.[1] ?? null
    if (profile === 'xray' && (pneumonia.test(modality) || pneumonia.test(dataset))) profile = 'pneumonia'
    if (known.size < 1000) known.set(key, profile)
  }
  return profile
}

export const medicalCorruptionTables: CorruptionsByModality = { findProfile, findLevel }
