/** Why a file is not asked about, as far as its own header says it: the first reason that matches, in this order. */

import { type DicomFile, syntaxObstacle } from '@voxelwise/pixels'
import { FrameHeader } from '../../../data/questions/frame-header.ts'
import { bodyPart, regionItems } from './answers.ts'
import { classesWithUid, isSecondaryCapture, phantomCode } from './tables.ts'

const screenshots = new Set([
  ...['SCREEN SAVE', 'SCREENSHOT', 'SCREEN CAPTURE', 'DOSE', 'DOSE INFO', 'DOSE REPORT'],
])
const localizers = new Set(['LOCALIZER', 'SCOUT', 'TOPOGRAM', 'SURVEY'])
/** Processing for display makes their images derived; the exposure is still their own. */
const processed = new Set(['CR', 'DX', 'MG', 'IO', 'OP'])
/** Archives that compress make their images derived. */
const compressed = new Set(['US', 'XA', 'RF', 'ES'])
/** Text is often drawn into their images. */
const drawn = new Set(['US', 'ES', 'XC', 'DMS'])

export const readSopClass = ({ data, meta }: DicomFile): string =>
  data.text('sopClass') || meta.text('mediaSopClass')

/**
 * @param keepUnmarked keeps images of which the header does not say whether text is drawn into them
 * @returns null where the file is kept
 */
export function reasonOfFile(file: DicomFile, keepUnmarked: boolean): string | null {
  const { data } = file
  const uid = readSopClass(file)
  if (uid === '') return 'unreadable'
  const classes = classesWithUid(uid)
  const isCapture = isSecondaryCapture(uid)
  if (classes.length === 0 && !isCapture) return 'not-image'
  if (!isWhole(file)) return 'unreadable'
  if (isCapture || data.text('conversionType') !== '') return 'secondary-capture'
  const header = new FrameHeader(data, 0)
  const { modality } = header
  if (!classes.some(({ modalities }) => modalities.includes(modality))) return 'modality-conflict'
  const isPhantom =
    data.text('qualityControl').toUpperCase() === 'YES' ||
    bodyPart(data) === 'PHANTOM' ||
    regionItems(header).some(item => item.text('codeValue') === phantomCode)
  if (isPhantom) return 'phantom'
  const type = header.words('imageType')
  if (type.some(word => screenshots.has(word))) return 'screenshot'
  if (
    type.some(word => localizers.has(word)) ||
    header.words('scanOptions').some(word => word.includes('SCOUT'))
  )
    return 'localizer'
  if (['CT', 'MR', 'PT'].includes(modality) && type.every(word => word === '')) return 'image-type-missing'
  if (isDerived(header, type)) return 'derived'
  const burnedIn = data.text('burnedIn').toUpperCase()
  if (burnedIn === 'YES') return 'burned-in'
  return drawn.has(modality) && burnedIn !== 'NO' && !keepUnmarked ? 'text-unknown' : null
}

function isDerived(header: FrameHeader, type: readonly string[]): boolean {
  if (type[1] === 'SECONDARY') return true
  if (type[0] !== 'DERIVED' || processed.has(header.modality)) return false
  const isLossy = header.data.text('lossyCompression') === '01'
  const isArchived = compressed.has(header.modality) || (header.modality === 'CT' && type[2] === 'AXIAL')
  return !(isLossy && isArchived)
}

/** Whether all pixel data is there that the header promises. */
function isWhole({ data, syntax }: DicomFile): boolean {
  const { pixels } = data
  if (pixels === null || syntaxObstacle(syntax) !== null) return false
  const number = (name: Parameters<typeof data.number>[0], otherwise: number) =>
    data.number(name) ?? otherwise
  const frames = Math.max(1, number('frames', 1))
  if (pixels.fragments) return pixels.fragments.length - 1 >= frames
  const samples = number('rows', 0) * number('columns', 0) * number('samplesPerPixel', 1)
  const isHalved = data.text('photometric') === 'YBR_FULL_422'
  const bits = samples * number('bitsAllocated', 0) * frames * (isHalved ? 2 / 3 : 1)
  return bits > 0 && pixels.length >= Math.floor(bits / 8)
}
