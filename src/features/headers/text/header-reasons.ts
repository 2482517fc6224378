/** Why files and questions are left out of a header cube, in words. */

import { ownValue } from '@voxelwise/python'
import { counted } from '../../../engine/base/counted.ts'

const reasonTexts: Readonly<Record<string, string>> = {
  'not-dicom': 'not a DICOM file',
  unreadable: 'damaged, incomplete, or in a syntax that cannot be decoded',
  'not-image': 'not an image of a known class',
  'secondary-capture': 'secondary capture',
  'modality-conflict': 'modality and class of the image disagree',
  phantom: 'phantom or quality control',
  screenshot: 'screenshot or dose report',
  localizer: 'localizer',
  'image-type-missing': 'image type is missing',
  derived: 'derived image',
  'burned-in': 'text is drawn into the image',
  'text-unknown': 'the header does not state whether text is drawn into the image',
  duplicate: 'copy of another file',
  'not-sampled': 'another slice stands for its stack',
  blank: 'all values are equal',
  struck: 'struck by the user',
  'orientation-missing': 'orientation is missing',
  'orientation-invalid': 'orientation is invalid',
  oblique: 'oblique plane',
  'plane-extremity': 'limb, whose planes are not the patient’s',
  'view-missing': 'view is missing',
  'view-unknown': 'view is not a listed one',
  'view-conflict': 'two different views are stated',
  'view-modified': 'magnified, spot or rolled view',
  'not-magnitude': 'not a magnitude image',
  'weighting-other': 'another weighting',
  'weighting-doubtful': 'weighting does not follow from the times',
  'weighting-conflict': 'weighting and times disagree',
  'contrast-unproven': 'contrast medium is not proven',
  'window-missing': 'window is missing',
  'window-other': 'another window',
  'mode-missing': 'ultrasound mode is missing',
  'mode-mixed': 'several ultrasound modes',
  'mode-conflict': 'ultrasound mode and colour disagree',
  'region-wide': 'more than one body part',
  'region-conflict': 'two different body parts are stated',
  'region-missing': 'body part is missing',
  'region-unknown': 'body part is not a listed one',
  'region-implausible': 'field of view does not fit the body part',
  'region-unconfirmed': 'field of view is unknown',
  'region-single': 'body part rests on one text tag',
  'laterality-conflict': 'two different sides are stated',
  'laterality-unpaired': 'not a paired body part',
  'laterality-not-visible': 'the view does not show the side',
  'patient-cap': 'more than two of one patient with one answer',
  'label-unmatched': 'label that matches no file',
  'label-left-out': 'label of a file that was left out',
  'label-on-slice': 'label of a study or a patient that has slices only',
  'label-conflict': 'two labels for one picture and task',
  'label-alone': 'only one label of its question',
  balance: 'more than twice as many as of the second answer',
}

export const reasonText = (reason: string): string => ownValue(reasonTexts, reason) ?? reason

/** Reasons that are named in a sentence; the details have all. */
const mostNamed = 3

/** "6 of 40 files are not asked about: localizer (3), derived image (2), blank (1)." Empty where no file is left out. */
export function filesLeftOutWords(reasons: Readonly<Record<string, number>>, files: number): string {
  const sorted = Object.entries(reasons).toSorted(([, a], [, b]) => b - a)
  const left = sorted.reduce((sum, [, n]) => sum + n, 0)
  if (left === 0) return ''
  const named = sorted.slice(0, mostNamed).map(([reason, n]) => `${reasonText(reason)} (${n})`)
  const others = sorted.slice(mostNamed).reduce((sum, [, n]) => sum + n, 0)
  const list = [...named, ...(others > 0 ? [`other reasons (${others})`] : [])].join(', ')
  return `${left} of ${counted(files, 'file')} ${left === 1 ? 'is' : 'are'} not asked about: ${list}.`
}
