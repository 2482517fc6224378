/**
 * The tables of `header-cube/1`: what a coded value of a header means. Codes are SCT with the older SRT words beside them.
 * A change of any of these is a new version.
 */

export const version = 'header-cube/1'

export const headerRules = [
  'modality',
  'plane',
  'projection',
  'mammo-view',
  'mr-weighting',
  'contrast',
  'ct-window',
  'us-mode',
  'region',
  'laterality',
] as const
export type HeaderRule = (typeof headerRules)[number]

interface RuleText {
  readonly task: string
  readonly question: string
  /** How many options a question has. */
  readonly options: number
  /** What may stand as a wrong option where a folder has too few answers. */
  readonly known: readonly string[]
}

const planes = ['Sagittal', 'Coronal', 'Axial'] as const
export const weightings = {
  T1: 'T1-weighted',
  T2: 'T2-weighted',
  FLAIR: 'FLAIR',
  DWI: 'Diffusion-weighted',
  PD: 'Proton-density-weighted',
  'T2*': 'T2*-weighted',
  STIR: 'STIR',
} as const
export type Weighting = (typeof weightings)[keyof typeof weightings]
export const contrasts = {
  with: 'With intravenous contrast medium',
  without: 'Without contrast medium',
} as const

interface SopClass {
  /** UIDs below 1.2.840.10008.5.1.4.1.1. */
  readonly uids: readonly string[]
  readonly modalities: readonly string[]
  readonly answer: string
  readonly axis: string
}

const plain = 'Plain radiography (X-ray)'
const mammography = 'Mammography'

const sopClasses: readonly SopClass[] = [
  { uids: ['2', '2.1', '2.2'], modalities: ['CT'], answer: 'Computed tomography (CT)', axis: 'CT' },
  { uids: ['4', '4.1', '4.4'], modalities: ['MR'], answer: 'Magnetic resonance imaging (MRI)', axis: 'MRI' },
  { uids: ['6.1', '3.1'], modalities: ['US'], answer: 'Ultrasound', axis: 'Ultrasound' },
  { uids: ['1', '1.1', '1.1.1'], modalities: ['CR', 'DX'], answer: plain, axis: 'X-ray' },
  { uids: ['1', '1.2', '1.2.1'], modalities: ['MG'], answer: mammography, axis: 'X-ray' },
  { uids: ['12.1', '12.1.1'], modalities: ['XA'], answer: 'Angiography (X-ray)', axis: 'X-ray' },
  { uids: ['12.2'], modalities: ['RF'], answer: 'Fluoroscopy (X-ray)', axis: 'X-ray' },
  { uids: ['1.3', '1.3.1'], modalities: ['IO'], answer: 'Dental X-ray', axis: 'X-ray' },
  { uids: ['128', '130'], modalities: ['PT'], answer: 'Positron emission tomography (PET)', axis: 'PET' },
  {
    uids: ['20'],
    modalities: ['NM'],
    answer: 'Nuclear medicine scan (scintigraphy or SPECT)',
    axis: 'Nuclear medicine',
  },
  {
    uids: ['77.1.5.1', '77.1.5.2'],
    modalities: ['OP'],
    answer: 'Ophthalmic photography',
    axis: 'Ophthalmic photography',
  },
  { uids: ['77.1.5.4'], modalities: ['OPT'], answer: 'Optical coherence tomography (OCT)', axis: 'OCT' },
  { uids: ['77.1.1'], modalities: ['ES'], answer: 'Endoscopy', axis: 'Endoscopy' },
  { uids: ['77.1.2'], modalities: ['GM'], answer: 'Light microscopy', axis: 'Microscopy' },
  {
    uids: ['77.1.4', '77.1.7'],
    modalities: ['XC', 'DMS'],
    answer: 'Clinical photography',
    axis: 'Photography',
  },
]

/** Answers of which two may both be true. */
const families: readonly (readonly string[])[] = [
  [plain, mammography, 'Angiography (X-ray)', 'Fluoroscopy (X-ray)', 'Dental X-ray'],
  ['Positron emission tomography (PET)', 'Nuclear medicine scan (scintigraphy or SPECT)'],
  ['Ophthalmic photography', 'Clinical photography'],
]

const root = '1.2.840.10008.5.1.4.1.1.'

export const isSecondaryCapture = (uid: string): boolean =>
  ['7', '7.1', '7.2', '7.3', '7.4'].some(end => uid === root + end)

/** The classes of images that are asked about with that UID: those of class 1 may be radiographs or mammograms. */
export const classesWithUid = (uid: string): readonly SopClass[] =>
  sopClasses.filter(({ uids }) => uids.some(end => uid === root + end))

interface Region {
  readonly value: string
  readonly terms: readonly string[]
  readonly codes: readonly string[]
  readonly groups: readonly string[]
  /** Least and greatest field of view of a CT or MR, in mm. */
  readonly view?: readonly [number, number]
}

const region = (
  value: string,
  terms: string,
  codes: string,
  groups: string,
  view?: readonly [number, number],
): Region => ({
  ...{ value, terms: terms.split(' '), codes: codes.split(' '), groups: groups.split(' ') },
  ...(view && { view }),
})

export const regions: readonly Region[] = [
  region(
    'Head',
    'HEAD BRAIN SKULL',
    '69536005 T-D1100 12738006 T-A0100 89546000 T-11100',
    'head',
    [120, 320],
  ),
  region('Eye', 'EYE ORBIT', '81745001 T-AA000 363654007 5665001 T-AA610', 'head'),
  region('Neck', 'NECK', '45048000 T-D1600', 'neck', [100, 400]),
  region('Thyroid', 'THYROID', '69748006 T-B6000', 'neck'),
  region('Cervical spine', 'CSPINE', '122494005 T-11501', 'neck spine', [100, 400]),
  region('Thoracic spine', 'TSPINE', '122495006 T-11502', 'chest spine'),
  region('Lumbar spine', 'LSPINE', '122496007 T-11503', 'abdomen spine', [100, 450]),
  region('Chest', 'CHEST THORAX LUNG', '816094009 51185008 T-D3000 39607008 T-28000', 'chest', [250, 600]),
  region('Heart', 'HEART', '80891009 T-32000', 'chest', [150, 500]),
  region('Breast', 'BREAST', '76752008 T-04000', 'breast chest'),
  region('Abdomen', 'ABDOMEN', '818981001 113345001 T-D4000', 'abdomen', [200, 600]),
  region('Liver', 'LIVER', '10200004 T-62000', 'abdomen', [200, 600]),
  region('Kidney', 'KIDNEY', '64033007 T-71000', 'abdomen'),
  region('Pelvis', 'PELVIS', '816092008 12921003 T-D6000', 'pelvis abdomen', [200, 600]),
  region('Hip', 'HIP', '29836001 T-D2500 24136001 T-15710', 'pelvis'),
  region('Prostate', 'PROSTATE', '41216001', 'pelvis'),
  region('Uterus', 'UTERUS', '35039007', 'pelvis'),
  region('Shoulder', 'SHOULDER', '16982005 T-D2220', 'shoulder', [80, 350]),
  region('Elbow', 'ELBOW', '16953009 T-15430', 'elbow', [60, 300]),
  region('Knee', 'KNEE', '72696002 T-D9200 49076000 T-15720', 'knee', [80, 300]),
  region('Wrist', 'WRIST', '74670003 T-15460', 'hand', [60, 300]),
  region('Hand', 'HAND', '85562004 T-D8700', 'hand', [60, 300]),
  region('Finger', 'FINGER', '7569003', 'hand'),
  region('Ankle', 'ANKLE', '70258002 T-15750', 'foot', [60, 300]),
  region('Foot', 'FOOT', '56459004 T-D9700', 'foot', [60, 320]),
]

/** More than one region: a slice shows one of them, and the header does not say which. */
export const wideTerms: ReadonlySet<string> = new Set(
  'WHOLEBODY CHESTABDOMEN CHESTABDPELVIS ABDOMENPELVIS HEADNECK NECKCHEST NECKCHESTABDOMEN NECKCHESTABDPELV EXTREMITY SPINE WSPINE LEG ARM'.split(
    ' ',
  ),
)
export const wideCodes: ReadonlySet<string> = new Set(
  '38266002 818982008 416550000 416775004 774007 421060004 416319003 66019005 53120007 61685007'.split(' '),
)
export const phantomCode = '706342009'

/** Where the patient's planes are not the limb's. */
export const extremities: ReadonlySet<string> = new Set(['Elbow', 'Wrist', 'Hand', 'Finger', 'Ankle', 'Foot'])
export const paired: ReadonlySet<string> = new Set(
  'Breast Eye Shoulder Elbow Wrist Hand Finger Hip Knee Ankle Foot Kidney'.split(' '),
)

const ap = 'Anteroposterior (AP)'
const pa = 'Posteroanterior (PA)'
const lateral = 'Lateral'
const oblique = 'Oblique'

interface Views {
  readonly codes: Readonly<Record<string, string>>
  readonly positions: Readonly<Record<string, string>>
}

const named = (
  ...groups: readonly (readonly [value: string, words: string])[]
): Readonly<Record<string, string>> =>
  Object.fromEntries(groups.flatMap(([value, words]) => words.split(' ').map(word => [word, value])))

export const projections: Views = {
  codes: named(
    [ap, '399348003 R-10206'],
    [pa, '272479007 R-10214 R-40888'],
    [lateral, '399067008 R-102CD 399173006 R-10236 399198007 R-10232'],
    [oblique, '399182000 399135007 399356000 399006002 399038007 399184004 399236003'],
  ),
  positions: named(
    [ap, 'AP'],
    [pa, 'PA'],
    [lateral, 'LL RL LATERAL LAT LLAT RLAT'],
    [oblique, 'RAO LAO RPO LPO LLO RLO OBLIQUE'],
  ),
}

const cc = 'Craniocaudal (CC)'
const mlo = 'Mediolateral oblique (MLO)'
const trueLateral = 'True lateral (ML or LM)'

export const mammoViews: Views = {
  codes: named(
    [cc, '399162004 R-10242'],
    [mlo, '399368009 R-10226'],
    [trueLateral, '399260004 R-10224 399352003 R-10228'],
  ),
  positions: named([cc, 'CC'], [mlo, 'MLO'], [trueLateral, 'ML LM']),
}

/** Bounds of centre and width. */
export const ctWindows = {
  Lung: { centre: [-800, -400], width: [1000, 2000] },
  'Soft tissue': { centre: [20, 80], width: [250, 500] },
  Brain: { centre: [20, 50], width: [60, 120] },
  Bone: { centre: [250, 1000], width: [1000, 4000] },
} as const

const text = (task: string, options: number, question: string, known: readonly string[]): RuleText => ({
  ...{ task, question, options, known },
})

export const ruleTexts: Readonly<Record<HeaderRule, RuleText>> = {
  modality: text(
    'Modality Recognition',
    4,
    'Which imaging modality produced this image?',
    sopClasses.map(({ answer }) => answer),
  ),
  plane: text('View Recognition', 3, 'In which anatomical plane does this slice lie?', planes),
  projection: text('View Recognition', 4, 'Which projection is this radiograph?', [ap, pa, lateral, oblique]),
  'mammo-view': text('View Recognition', 3, 'Which mammographic view is this?', [cc, mlo, trueLateral]),
  'mr-weighting': text(
    'Imaging Protocols Recognition',
    4,
    'Which contrast weighting does this MRI slice have?',
    Object.values(weightings),
  ),
  contrast: text(
    'Imaging Protocols Recognition',
    2,
    'Was this image acquired with intravenous contrast medium?',
    Object.values(contrasts),
  ),
  'ct-window': text(
    'Imaging Protocols Recognition',
    4,
    'With which window is this CT slice displayed?',
    Object.keys(ctWindows),
  ),
  'us-mode': text('Imaging Protocols Recognition', 4, 'Which ultrasound mode does this image show?', [
    ...['B-mode', 'Colour Doppler', 'Spectral Doppler', 'M-mode'],
  ]),
  region: text('Organ Recognition', 4, 'Which part of the body does this image show?', [
    ...['Head', 'Chest', 'Abdomen', 'Knee', 'Breast', 'Hand', 'Shoulder', 'Pelvis', 'Foot', 'Neck'],
  ]),
  laterality: text('Laterality Recognition', 2, 'Which side of the body does this image show?', [
    'Right',
    'Left',
  ]),
}

const groupsByRegion = new Map(regions.map(({ value, groups }) => [value, groups]))

/** Whether two options of one question can both be true. */
export function canBothBeTrue(rule: HeaderRule, a: string, b: string): boolean {
  if (a === b) return true
  if (rule === 'modality') return families.some(family => family.includes(a) && family.includes(b))
  if (rule !== 'region') return false
  return groupsByRegion.get(a)?.some(group => groupsByRegion.get(b)?.includes(group)) ?? false
}
