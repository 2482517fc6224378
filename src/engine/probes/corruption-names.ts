import type { Corruption, Strength } from '../protocol/probe.ts'

export const corruptionNames: Readonly<Record<Corruption, string>> = {
  noise: 'Noise',
  blur: 'Blur',
  contrast: 'Low contrast',
  compression: 'Compression',
  'low-resolution': 'Low resolution',
  'medical-pixelate': 'Pixelation',
  'medical-jpeg': 'JPEG',
  'medical-gaussian': 'Gaussian noise',
  'medical-speckle': 'Speckle noise',
  'medical-impulse': 'Impulse noise',
  'medical-shot': 'Shot noise',
  'medical-gaussian-blur': 'Gaussian blur',
  'medical-defocus': 'Defocus',
  'medical-motion': 'Motion blur',
  'medical-brightness-up': 'Brighter',
  'medical-brightness-down': 'Darker',
  'medical-contrast-up': 'More contrast',
  'medical-contrast-down': 'Less contrast',
  'medical-gamma-up': 'Higher gamma',
  'medical-gamma-down': 'Lower gamma',
  'medical-saturate': 'More saturation',
  'medical-black-corner': 'Black corners',
  'medical-zoom': 'Zoom blur',
  'medical-characters': 'Characters',
  'medical-stain': 'Stains',
  'medical-bubble': 'Bubbles',
  'ct-ring': 'CT: rings',
  'ct-streak': 'CT: streaks',
  'mri-rician': 'MRI: Rician noise',
  'mri-ghosting': 'MRI: ghosting',
  'mri-bias-field': 'MRI: bias field',
  'mri-motion': 'MRI: motion',
  'mri-spike': 'MRI: spike',
}

/** "Low contrast 3". */
export const corruptedName = ({ corruption, strength }: { corruption: Corruption; strength: Strength }) =>
  `${corruptionNames[corruption]} ${strength}`
