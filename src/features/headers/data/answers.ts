/** What a header answers, rule by rule; or why a question is left out. A rule that does not apply is absent. */

import type { DataSet } from '@voxelwise/pixels'
import { ownValue } from '@voxelwise/python'
import {
  anatomicalPlane,
  answerIn,
  type FrameHeader,
  type HeaderFinding,
} from '../../../data/questions/frame-header.ts'
import {
  classesWithUid,
  contrasts,
  ctWindows,
  extremities,
  type HeaderRule,
  mammoViews,
  paired,
  projections,
  regions,
  weightings,
  wideCodes,
  wideTerms,
} from './tables.ts'
import { readWeighting } from './weighting.ts'

/** On what a region rests: code and Body Part, a code, or Body Part alone. */
export type Trust = 'agreeing' | 'coded' | 'single'

export interface Answers {
  readonly findings: ReadonlyMap<HeaderRule, HeaderFinding>
  /** Null where the header does not state it. */
  readonly region: string | null
  readonly trust: Trust | null
  /** Its value on the axis `modality`. */
  readonly modality: string
}

/** @param sopClass UID of an image that is asked about */
export function headerAnswers(header: FrameHeader, sopClass: string): Answers {
  const findings = new Map<HeaderRule, HeaderFinding>()
  const { modality } = header
  const modalityClass = classesWithUid(sopClass).find(({ modalities }) => modalities.includes(modality))
  if (!modalityClass) throw new Error('The modality was checked before.')
  findings.set('modality', { answer: modalityClass.answer })
  const isSlice = ['CT', 'MR', 'PT'].includes(modality)
  const region = ['ES', 'XC', 'DMS', 'GM'].includes(modality) ? null : findRegion(header)
  const value = answerIn(region)
  if (isSlice) findings.set('plane', planeFinding(header, value))
  if (modality === 'CR' || modality === 'DX') findings.set('projection', readView(header.data, projections))
  if (modality === 'MG') findings.set('mammo-view', readView(header.data, mammoViews))
  if (modality === 'MR') findings.set('mr-weighting', readWeighting(header))
  const isT1 = answerIn(findings.get('mr-weighting')) === weightings.T1
  if (modality === 'CT' || isT1) findings.set('contrast', readContrast(header))
  if (modality === 'CT') findings.set('ct-window', readCtWindow(header))
  if (modality === 'US') findings.set('us-mode', readUltrasoundMode(header.data))
  if (region) findings.set('region', region)
  const side = readLaterality(header, value, findings)
  if (side) findings.set('laterality', side)
  return {
    findings,
    region: value,
    trust: region && 'answer' in region ? region.trust : null,
    modality: modalityClass.axis,
  }
}

function planeFinding(header: FrameHeader, region: string | null): HeaderFinding {
  const plane = anatomicalPlane(header.orientation)
  const isLimb = region !== null && extremities.has(region)
  return isLimb && 'answer' in plane ? { left: 'plane-extremity' } : plane
}

function readView(data: DataSet, { codes, positions }: typeof projections): HeaderFinding {
  const items = data.items('viewCode')
  if (items.some(item => item.items('viewModifier').some(modifier => modifier.text('codeValue') !== '')))
    return { left: 'view-modified' }
  const position = data.text('viewPosition').toUpperCase()
  const stated = items.map(item => item.text('codeValue')).filter(code => code !== '')
  if (position === '' && stated.length === 0) return { left: 'view-missing' }
  const values = [
    ...stated.map(code => ownValue(codes, code)),
    ...(position === '' ? [] : [ownValue(positions, position)]),
  ]
  const [first] = values
  if (first === undefined || values.includes(undefined)) return { left: 'view-unknown' }
  return values.every(value => value === first) ? { answer: first } : { left: 'view-conflict' }
}

const denials = new Set([
  ...['NO', 'NONE', 'N', 'NO CONTRAST', 'WITHOUT', 'WITHOUT CONTRAST', 'UNENHANCED', 'NATIVE'],
])
const intravenous = new Set(['IV', 'I.V.', 'INTRAVENOUS'])
const intravenousCodes = new Set(['47625008', 'G-D101'])

function readContrast(header: FrameHeader): HeaderFinding {
  const unproven = { left: 'contrast-unproven' }
  const uses = header.items('contrastUsage')
  if (uses.length > 0) {
    const all = (name: 'contrastDetected' | 'contrastAdministered') =>
      uses.map(use => use.text(name).toUpperCase())
    if (all('contrastDetected').includes('YES')) return { answer: contrasts.with }
    return all('contrastAdministered').every(word => word === 'NO') ? { answer: contrasts.without } : unproven
  }
  const { data } = header
  const agent = data.text('contrastAgent').toUpperCase()
  const isGiven = (['contrastVolume', 'contrastTotalDose', 'contrastFlowRate'] as const).some(name =>
    data.numbers(name).some(value => value > 0),
  )
  const isDenied = denials.has(agent)
  if (isDenied) return isGiven ? unproven : { answer: contrasts.without }
  const isIntravenous =
    intravenous.has(data.text('contrastRoute').toUpperCase()) ||
    data.items('contrastRouteSequence').some(item => intravenousCodes.has(item.text('codeValue')))
  return agent !== '' && isGiven && isIntravenous ? { answer: contrasts.with } : unproven
}

function readCtWindow(header: FrameHeader): HeaderFinding {
  const place = header.place('windowCentre', 'frameVoiLut')
  if (place.items('voiLut').length > 0) return { left: 'window-other' }
  const [centre = Number.NaN] = place.numbers('windowCentre')
  const [width = Number.NaN] = place.numbers('windowWidth')
  if (Number.isNaN(centre) || Number.isNaN(width)) return { left: 'window-missing' }
  const isIn = (value: number, [low, high]: readonly [number, number]): boolean =>
    value >= low && value <= high
  const preset = Object.entries(ctWindows).find(
    ([, window]) => isIn(centre, window.centre) && isIn(width, window.width),
  )
  return preset ? { answer: preset[0] } : { left: 'window-other' }
}

/** PS3.3 C.8.5.5.1: what the regions of the image show. */
function readUltrasoundMode(data: DataSet): HeaderFinding {
  const areas = data.items('ultrasoundRegions').map(item => ({
    format: item.number('regionSpatialFormat'),
    type: item.number('regionDataType'),
  }))
  const spectral = areas.some(({ type }) => type === 3 || type === 4)
  const colour = areas.some(({ type }) => type === 2)
  const motion = areas.some(({ format }) => format === 2)
  if ((spectral && colour) || (motion && (spectral || colour))) return { left: 'mode-mixed' }
  if (spectral) return { answer: 'Spectral Doppler' }
  if (colour) return { answer: 'Colour Doppler' }
  if (motion) return { answer: 'M-mode' }
  if (!areas.some(({ format, type }) => format === 1 && type === 1)) return { left: 'mode-missing' }
  return data.number('colourData') === 1 ? { left: 'mode-conflict' } : { answer: 'B-mode' }
}

type RegionFinding = { readonly answer: string; readonly trust: Trust } | { readonly left: string }

const regionOfCode = new Map(regions.flatMap(({ value, codes }) => codes.map(code => [code, value] as const)))
const regionOfTerm = new Map(regions.flatMap(({ value, terms }) => terms.map(term => [term, value] as const)))
const viewOfRegion = new Map(regions.map(({ value, view }) => [value, view]))
/** Modalities that show one region only. */
const fixed: Readonly<Record<string, string>> = { MG: 'Breast', OP: 'Eye', OPT: 'Eye' }

/** Anatomic Region Sequence of the frame, else of the file. */
export function regionItems(header: FrameHeader): readonly DataSet[] {
  return header.place('anatomicRegion', 'frameAnatomy').items('anatomicRegion')
}

export const bodyPart = (data: DataSet): string =>
  data
    .text('bodyPart')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

function findRegion(header: FrameHeader): RegionFinding {
  const codes = regionItems(header)
    .map(item => item.text('codeValue'))
    .filter(code => code !== '')
  const part = bodyPart(header.data)
  if (codes.some(code => wideCodes.has(code))) return { left: 'region-wide' }
  const coded = [...new Set(codes.flatMap(code => regionOfCode.get(code) ?? []))]
  const [byCode] = coded
  const byPart = regionOfTerm.get(part)
  const isWide = wideTerms.has(part)
  const only = ownValue(fixed, header.modality)
  if (only !== undefined) {
    if (coded.some(value => value !== only) || (part !== '' && byPart !== only))
      return { left: 'region-conflict' }
    return { answer: only, trust: byCode && byPart ? 'agreeing' : byPart ? 'single' : 'coded' }
  }
  if (byCode === undefined && isWide) return { left: 'region-wide' }
  if (codes.length === 0 && part === '') return { left: 'region-missing' }
  if (coded.length > 1 || (byCode !== undefined && byPart !== undefined && byCode !== byPart))
    return { left: 'region-conflict' }
  const isUnknownPart = part !== '' && byPart === undefined && !isWide
  if ((codes.length > 0 && byCode === undefined) || isUnknownPart) return { left: 'region-unknown' }
  const value = byCode ?? byPart
  if (value === undefined) return { left: 'region-missing' }
  if (header.modality === 'CT' || header.modality === 'MR') {
    const doubt = viewDoubt(header, value, byCode !== undefined)
    if (doubt !== null) return { left: doubt }
  }
  return { answer: value, trust: byCode && byPart ? 'agreeing' : byCode ? 'coded' : 'single' }
}

/** A head protocol kept for a chest shows in the field of view. */
function viewDoubt(header: FrameHeader, region: string, isCoded: boolean): string | null {
  const [down, across] = header.spacing
  if (down === undefined || across === undefined || Number.isNaN(down) || Number.isNaN(across))
    return isCoded ? null : 'region-unconfirmed'
  const limits = viewOfRegion.get(region)
  if (!limits) return null
  const { data } = header
  const view = Math.max((data.number('rows') ?? 0) * down, (data.number('columns') ?? 0) * across)
  return view >= limits[0] && view <= limits[1] ? null : 'region-implausible'
}

const sideOfCode: Readonly<Record<string, string>> = {
  '24028007': 'R',
  'G-A100': 'R',
  '7771000': 'L',
  'G-A101': 'L',
}

function readLaterality(
  header: FrameHeader,
  region: string | null,
  findings: ReadonlyMap<HeaderRule, HeaderFinding>,
): HeaderFinding | null {
  const { data } = header
  const stated = [
    data.text('imageLaterality'),
    data.text('laterality'),
    header.text('frameLaterality', 'frameAnatomy'),
    ...regionItems(header).flatMap(item =>
      item.items('regionModifier').map(modifier => ownValue(sideOfCode, modifier.text('codeValue')) ?? ''),
    ),
  ].map(word => word.toUpperCase())
  const sides = new Set(stated.filter(word => ['R', 'L', 'B', 'U'].includes(word)))
  if (!sides.has('R') && !sides.has('L')) return null
  if (sides.size > 1) return { left: 'laterality-conflict' }
  if (region === null || !paired.has(region)) return { left: 'laterality-unpaired' }
  if (!isSideVisible(header, findings)) return { left: 'laterality-not-visible' }
  return { answer: sides.has('R') ? 'Right' : 'Left' }
}

function isSideVisible(header: FrameHeader, findings: ReadonlyMap<HeaderRule, HeaderFinding>): boolean {
  if (header.modality === 'MG' || header.modality === 'OP') return true
  const plane = answerIn(findings.get('plane'))
  if (findings.has('plane')) return plane !== null && plane !== 'Sagittal'
  return /\((AP|PA)\)$/.test(answerIn(findings.get('projection')) ?? '')
}
