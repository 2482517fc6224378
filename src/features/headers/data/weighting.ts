import { ownValue } from '@voxelwise/python'
import type { FrameHeader, HeaderFinding } from '../../../data/questions/frame-header.ts'
import { type Weighting, weightings } from './tables.ts'

const { T1, T2, FLAIR, DWI, PD, STIR } = weightings
const T2star = weightings['T2*']

const notMagnitude = new Set(['P', 'PHASE', 'PHASE MAP', 'R', 'REAL', 'I', 'IMAGINARY'])
const others = new Set([
  ...['ANGIO', 'FAT', 'WATER', 'W', 'F', 'IN PHASE', 'OUT PHASE', 'OPP PHASE', 'PERFUSION', 'FLOW', 'ASL'],
])

const doubtful = { left: 'weighting-doubtful' } as const
const other = { left: 'weighting-other' } as const

/** The terms of Acquisition Contrast (0008,9209) that name a weighting. */
const terms: Readonly<Record<string, Weighting>> = {
  T1,
  T2,
  'PROTON DENSITY': PD,
  DIFFUSION: DWI,
  'FLUID ATTENUATED': FLAIR,
  STIR,
  'T2 STAR': T2star,
}

/** How an MR image is weighted. Between the words of its times nothing is claimed. */
export function readWeighting(header: FrameHeader): HeaderFinding {
  const types = header.type.slice(2)
  const component = header.words('complexImageComponent', 'mrFrameType')[0] ?? ''
  if (types.some(type => notMagnitude.has(type)) || (component !== '' && component !== 'MAGNITUDE'))
    return { left: 'not-magnitude' }
  if (header.text('angioFlag') === 'Y' || types.some(type => others.has(type))) return other
  const byTimes = fromTimes(header)
  const [term = ''] = header.words('acquisitionContrast', 'mrFrameType')
  if (term === '' || term === 'UNKNOWN') return byTimes
  const b = header.bValue ?? 0
  const named = ownValue(terms, term)
  if (b >= 500 && named !== DWI) return { left: 'weighting-conflict' }
  if (!named) return other
  if ('answer' in byTimes && byTimes.answer !== named) return { left: 'weighting-conflict' }
  return named === DWI && b < 500 ? doubtful : { answer: named }
}

function fromTimes(header: FrameHeader): HeaderFinding {
  const sequence = scanningSequence(header)
  const variant = sequenceVariant(header)
  const has = (word: string): boolean => sequence.has(word)
  const b = header.bValue
  const te = header.echoTime
  const tr = header.number('repetitionTime', 'mrTiming')
  if (b !== null && b > 0) return b >= 500 ? { answer: DWI } : doubtful
  if (has('EP')) return b === 0 ? doubtful : other
  if (has('RM') || sequence.size === 0 || te === null || tr === null) return doubtful
  if (has('IR') || (variant.has('MP') && has('GR'))) {
    const ti = header.number('inversionTimes', 'mrModifier') ?? header.data.number('inversionTime')
    if (ti === null) return doubtful
    if (has('GR')) return ti >= 500 && ti <= 1400 && te <= 15 ? { answer: T1 } : doubtful
    if (ti >= 1500 && te >= 70 && tr >= 4000) return { answer: FLAIR }
    return ti >= 80 && ti <= 250 && tr >= 2000 ? { answer: STIR } : doubtful
  }
  if (has('SE') && !has('GR')) {
    if (te <= 30 && tr <= 800) return { answer: T1 }
    if (tr >= 2000 && te >= 80) return { answer: T2 }
    return tr >= 2000 && te <= 30 ? { answer: PD } : doubtful
  }
  if (!has('GR') || has('SE')) return doubtful
  const isSpoilt = variant.has('SP')
  if ((variant.has('SS') || variant.has('TRSS')) && !isSpoilt) return other
  const flip = header.number('flipAngle', 'mrTiming')
  if (flip === null) return doubtful
  if (te >= 15 && flip <= 30) return { answer: T2star }
  const dimensions = header.text('acquisitionType')
  const isShort = isSpoilt && te <= 8
  const isT1 =
    (dimensions === '3D' && tr <= 12 && flip >= 8) ||
    (dimensions === '2D' && tr >= 80 && tr <= 350 && flip >= 50)
  return isShort && isT1 ? { answer: T1 } : doubtful
}

/** Scanning Sequence (0018,0020), or what enhanced files say instead. */
function scanningSequence(header: FrameHeader): ReadonlySet<string> {
  const sequence = new Set(header.words('scanningSequence').filter(word => word !== ''))
  const echo = header.text('echoPulseSequence')
  if (echo === 'SPIN' || echo === 'BOTH') sequence.add('SE')
  if (echo === 'GRADIENT' || echo === 'BOTH') sequence.add('GR')
  if (header.text('echoPlanar') === 'YES') sequence.add('EP')
  if (header.text('inversionRecovery', 'mrModifier') === 'YES') sequence.add('IR')
  return sequence
}

function sequenceVariant(header: FrameHeader): ReadonlySet<string> {
  const variant = new Set(header.words('sequenceVariant'))
  const spoiling = header.words('spoiling', 'mrModifier')[0] ?? ''
  if (['RF', 'GRADIENT', 'RF AND GRADIENT'].includes(spoiling)) variant.add('SP')
  return variant
}
