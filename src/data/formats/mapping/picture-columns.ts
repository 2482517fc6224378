/** Which columns contain, or name, the images. */

import { EmbeddedImage } from '@voxelwise/tables'
import { greatest } from '../../../engine/base/grouping.ts'
import { mostImages } from '../../../engine/protocol/sample.ts'
import { cellTexts, isEmpty } from './cells.ts'
import { bare, imageNames, nameScore } from './column-names.ts'
import { type ColumnProfile, isEmbedded, isImagePath, listOfObjects, shareOfCells } from './column-profile.ts'
import type { ImagesSource } from './document.ts'
import type { ImageFinder } from './image-finder.ts'
import { numbered, rowImages } from './images.ts'

const notShown = /mask|source|thumb|url|link|segment|label|gt|original|size|width|height|shape|resolution/
const earlier = /prior|previous|histor|past|last|before|baseline|first|reference/

interface Candidate {
  readonly column: ColumnProfile
  /** Where the images of each row are found. */
  readonly imagePaths: readonly string[]
  readonly score: number
}

/** @param file rooted path of the file that the rows are in */
export function guessImages(
  columns: readonly ColumnProfile[],
  finder: ImageFinder,
  file: string,
): ImagesSource | null {
  const plain = { folders: [], endings: {} }
  const family = numberedFamily(columns)
  if (family !== null) return { each: [], ...family, ...plain }
  const all = columns.flatMap(column => findCandidate(column, finder, file)).sort((a, b) => b.score - a.score)
  // A part of an object that is an image is no further one.
  const candidates = all.filter(
    ({ column: { name } }) => !all.some(({ column }) => name.startsWith(`${column.name}.`)),
  )
  const [best] = candidates
  if (!best) {
    // What is called an image and is not there is a missing image, not a question without one.
    const called = greatest(columns.filter(namesImages), ({ name }) => nameScore(name, imageNames))
    const named = called ?? columns.find(linksImages)
    if (!named) return null
    const template = findTemplate(named, finder)
    return template === null ? { each: [[named.name]], ...plain } : { each: [], template, ...plain }
  }
  const embedded = candidates.filter(({ column }) => shareOfCells(column, isEmbedded) > 0)
  // Base64 and a path in the same row are the same image.
  if (embedded.length > 0) {
    const paths = candidates.filter(
      each => !embedded.includes(each) && bare(each.column.name).startsWith('image'),
    )
    const [first, ...rest] = inOrder(embedded).map(({ column }) => [column.name])
    return { each: [[...(first ?? []), ...paths.map(({ column }) => column.name)], ...rest], ...plain }
  }
  const others = candidates.filter(
    each =>
      each !== best &&
      each.imagePaths.some(path => path !== '') &&
      differ(each.imagePaths, best.imagePaths) &&
      alike(each, best),
  )
  return { each: inOrder([best, ...others]).map(({ column }) => [column.name]), ...plain }
}

function findCandidate(column: ColumnProfile, finder: ImageFinder, file: string): readonly Candidate[] {
  const name = bare(column.name)
  const named = nameScore(column.name, imageNames) - (notShown.test(name) ? 60 : 0)
  const inside = shareOfCells(column, isEmbedded)
  const paths = shareOfCells(column, isImagePath)
  const source = { each: [[column.name]], folders: [], endings: {} }
  const imagePaths = column.cells.map(cell => {
    if (isEmpty(cell)) return ''
    const images = rowImages(source, { [column.name]: cell ?? null })
    // A question never has this many images: the list is of something else.
    if (images.length > mostImages) return ''
    return images
      .flatMap(image => (image instanceof EmbeddedImage ? image.reference : (finder.find(image, file) ?? [])))
      .join('\n')
  })
  const here = imagePaths.filter(path => path !== '').length / Math.max(1, imagePaths.length)
  const isConversation = column.cells.some(cell => listOfObjects(cell).some(turn => 'role' in turn))
  const isOne = inside > 0 || paths > 0.5 || ((named > 0 || isConversation) && here > 0.3)
  return isOne && named > -60
    ? [{ column, imagePaths, score: 100 * inside + 100 * here + 20 * paths + named }]
    : []
}

/** Images that are called after a number: `scan_000042.jpg` for 42. */
function findTemplate({ name, texts, cells }: ColumnProfile, finder: ImageFinder): string | null {
  const numbers = texts.filter(text => /^\d{1,15}$/.test(text)).map(Number)
  if (numbers.length === 0 || numbers.length < cells.length / 2 || /[{}:]/.test(name)) return null
  const template = finder.templateFor(numbers)
  if (!template || /[{}]/.test(template.before)) return null
  const column = template.width === 0 ? `{${name}}` : `{${name}:0${template.width}}`
  return `${template.before}${column}${template.ending}`
}

const calledImage = /(?:image|img|picture|photo|imagen|imagem|图片)s?(?:path|name|file|filename|id|list)?s?$/
const aboutImages = /^(?:has|is|are|with|without|needs?|num(?:ber)?|n|no|count|total)(?=im|pic|photo|图)/
const isNothing = (text: string): boolean => /^(?:[01]|true|false|yes|no|none|null|nan|n\/a|-)$/i.test(text)

/** Whether a column is called so that its words can only be names of images. */
function namesImages(column: ColumnProfile): boolean {
  const name = bare(column.name)
  if (!calledImage.test(name) || aboutImages.test(name) || notShown.test(name)) return false
  const texts = column.cells.flatMap(cellTexts)
  const isWord = (text: string) => /^\S+$/.test(text) || isImagePath(text)
  return texts.length > 0 && texts.every(isWord) && !texts.every(isNothing)
}

/** Addresses of pictures on the web: those are not fetched, so they are missing unless they lie in the folder by name. */
const linksImages = (column: ColumnProfile): boolean =>
  shareOfCells(
    column,
    cell => isImagePath(cell) && cellTexts(cell).some(text => /^https?:\/\//i.test(text)),
  ) > 0.5

/** Whether a column holds images or names of them, by its contents or by what it is called. */
export const looksLikeImages = (column: ColumnProfile): boolean =>
  shareOfCells(column, isEmbedded) > 0 ||
  linksImages(column) ||
  (shareOfCells(column, isImagePath) > 0.5 && !notShown.test(bare(column.name))) ||
  namesImages(column)

/** What a column is called before and after a number (`image_01_path`) or before a letter. */
const numberInName = /^(\D+)(?:\d{1,3}(\D*)|(?<=[_ -])[a-z])$/i

/** `image_1`, `image_2` …: the names of the largest family of columns with images or their names; null where there is none. */
function numberedFamily(columns: readonly ColumnProfile[]): Pick<ImagesSource, 'prefix' | 'suffix'> | null {
  const pictures = columns.filter(
    column => shareOfCells(column, isEmbedded) > 0.5 || shareOfCells(column, isImagePath) > 0.5,
  )
  const cells = Object.fromEntries(
    columns
      .filter(column => pictures.includes(column) || column.filled === 0)
      .map(({ name }) => [name, null]),
  )
  const sizes = pictures.flatMap(column => {
    const [, prefix, suffix = ''] = numberInName.exec(column.name) ?? []
    if (prefix === undefined) return []
    const names = suffix === '' ? { prefix } : { prefix, suffix: [suffix] }
    return [{ names, column, size: numbered(prefix, cells, names.suffix).length }]
  })
  // Images themselves before their names.
  const largest = greatest(
    sizes,
    ({ size, column }) => size + (shareOfCells(column, isEmbedded) > 0.5 ? 0.5 : 0),
  )
  return largest && largest.size > 1 ? largest.names : null
}

const differ = (a: readonly string[], b: readonly string[]): boolean =>
  a.filter((path, i) => path !== '' && path !== b[i]).length > a.length / 2

/** Whether two columns are called so that both are images of the question. */
const alike = (a: Candidate, b: Candidate): boolean =>
  !notShown.test(bare(a.column.name)) &&
  [a, b].every(({ column }) => /image|img|pic|scan|photo|figure/.test(bare(column.name)))

/** An earlier picture precedes a later one; otherwise in the order of the columns. */
const inOrder = (all: readonly Candidate[]): readonly Candidate[] =>
  [...all].sort(
    (a, b) => Number(earlier.test(bare(b.column.name))) - Number(earlier.test(bare(a.column.name))),
  )
