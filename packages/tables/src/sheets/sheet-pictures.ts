/**
 * Pictures in the cells of a workbook: anchored there by a drawing, placed in a cell as its value, or by WPS Office's DISPIMG.
 * They are read from the members of the workbook, like those of an archive.
 */
import { join, normalise, parentFolder } from '@voxelwise/python'
import { MAX_LISTED } from '../limits.ts'
import { referenceTo } from '../reference.ts'
import { type Cell, EmbeddedImage } from '../rows.ts'
import { readXml, type SheetRow } from './sheet-xml.ts'
import { counter } from './xml-limits.ts'

/** A picture of a cell, by its member of the workbook. Rows and columns count from 0. */
export interface CellPicture {
  readonly row: number
  readonly column: number
  readonly member: string
}

/** Where both kinds of workbook keep their pictures. */
export const pictureMember = /^(?:xl\/media|Pictures)\/.+\.(?:png|jpe?g|gif|bmp|tiff?|webp)$/i

/** Reads a member as text; null where there is none. */
type ReadMember = (path: string) => Promise<string | null>

/** Where the relations of a part stand: of `xl/worksheets/a.xml` in `xl/worksheets/_rels/a.xml.rels`. */
function relationsPath(part: string): string {
  const name = part.lastIndexOf('/') + 1
  return `${part.slice(0, name)}_rels/${part.slice(name)}.rels`
}

/** Targets of a part's relations by id, as members. @param kind the end of their type; empty for any */
async function readTargets(read: ReadMember, part: string, kind = ''): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  const xml = await read(relationsPath(part))
  if (xml === null) return targets
  const folder = parentFolder(part)
  const countRelation = counter(MAX_LISTED, 'relations')
  readXml(xml, {
    open: (element, attributes) => {
      countRelation()
      const { Id = '', Target = '', Type = '' } = element === 'Relationship' ? attributes() : {}
      if (Id === '' || !Type.endsWith(kind)) return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : normalise(join(folder, Target)))
    },
  })
  return targets
}

/** Pictures whose upper left corner a drawing puts in a cell of a worksheet. */
export async function anchoredPictures(read: ReadMember, sheet: string): Promise<readonly CellPicture[]> {
  const pictures: CellPicture[] = []
  const countPicture = counter(MAX_LISTED, 'pictures')
  for (const drawing of (await readTargets(read, sheet, '/drawing')).values()) {
    const xml = await read(drawing)
    if (xml === null) continue
    const media = await readTargets(read, drawing)
    let place = { row: 0, column: 0 }
    let isFrom = false
    let part: 'row' | 'column' | null = null
    readXml(xml, {
      open: (element, attributes) => {
        if (element === 'from') [isFrom, place] = [true, { row: 0, column: 0 }]
        part = !isFrom ? null : element === 'row' ? 'row' : element === 'col' ? 'column' : null
        const member = element === 'blip' ? media.get(attributes().embed ?? '') : undefined
        if (member === undefined) return
        countPicture()
        pictures.push({ ...place, member })
      },
      text: text => {
        if (part !== null) place = { ...place, [part]: Number(text) }
      },
      close: element => {
        part = null
        if (element === 'from') isFrom = false
      },
    })
  }
  return pictures
}

/** The pictures that are values of cells. */
interface PictureValues {
  /** The picture of a cell's `vm`, counted from 1. */
  ofMetadata(vm: number): string | undefined
  /** The picture of the name in DISPIMG. */
  named(name: string): string | undefined
}

export async function pictureValues(read: ReadMember): Promise<PictureValues> {
  const [rich, named] = [await richPictures(read), await namedPictures(read)]
  return { ofMetadata: vm => rich[vm - 1], named: name => named.get(name) }
}

/** By the number of a cell's value metadata. */
async function richPictures(read: ReadMember): Promise<readonly (string | undefined)[]> {
  const parts = ['metadata.xml', 'richData/rdrichvalue.xml', 'richData/rdrichvaluestructure.xml']
  const [metadata, values, structures] = await Promise.all(parts.map(part => read(`xl/${part}`)))
  const relations = 'xl/richData/richValueRel.xml'
  const listed = await read(relations)
  if (metadata == null || values == null || structures == null || listed === null) return []
  const media = await readTargets(read, relations)
  const ids: string[] = []
  readListed(listed, 'rel', ({ id = '' }) => ids.push(id))
  /** The place of the part that names the picture, by kind of value. */
  const places: number[] = []
  let keys = 0
  readListed(structures, '', (attributes, element) => {
    if (element === 's') {
      places.push(-1)
      keys = 0
    }
    if (element !== 'k') return
    if (attributes.n === '_rvRel:LocalImageIdentifier') places[places.length - 1] = keys
    keys++
  })
  const rich: { readonly kind: number; readonly parts: string[] }[] = []
  let isPart = false
  readXml(values, {
    open: (element, attributes) => {
      if (element === 'rv') rich.push({ kind: Number(attributes().s), parts: [] })
      isPart = element === 'v'
    },
    text: text => {
      if (isPart) rich.at(-1)?.parts.push(text)
    },
    close: () => {
      isPart = false
    },
  })
  const future: number[] = []
  const used: number[] = []
  let section = ''
  readListed(metadata, '', (attributes, element) => {
    if (element === 'futureMetadata') section = attributes.name ?? ''
    if (element === 'valueMetadata' || element === 'cellMetadata') section = element
    if (element === 'rvb' && section === 'XLRICHVALUE') future.push(Number(attributes.i))
    if (element === 'rc' && section === 'valueMetadata') used.push(Number(attributes.v))
  })
  return used.map(at => {
    const value = rich[future[at] ?? -1]
    const place = value && places[value.kind]
    return value && place !== undefined ? media.get(ids[Number(value.parts[place])] ?? '') : undefined
  })
}

/** Each element, or those of one name, with its attributes. */
function readListed(
  xml: string,
  name: string,
  take: (attributes: Readonly<Record<string, string>>, element: string) => void,
): void {
  const countListed = counter(MAX_LISTED, 'values')
  readXml(xml, {
    open: (element, attributes) => {
      if (name !== '' && element !== name) return
      countListed()
      take(attributes(), element)
    },
  })
}

/** By the names that DISPIMG calls. */
async function namedPictures(read: ReadMember): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>()
  const part = 'xl/cellimages.xml'
  const xml = await read(part)
  if (xml === null) return named
  const media = await readTargets(read, part)
  let name = ''
  readListed(xml, '', (attributes, element) => {
    if (element === 'cNvPr') name = attributes.name ?? ''
    const member = element === 'blip' ? media.get(attributes.embed ?? '') : undefined
    if (member !== undefined) named.set(name, member)
  })
  return named
}

/** What a cell with this text shows: `=DISPIMG("ID_1",1)`. */
export const calledPicture = (text: string): string | undefined =>
  /^=?(?:_xlfn\.)?DISPIMG\("([^"]{1,200})"/.exec(text)?.[1]

/** @param file rooted path of the workbook */
export const pictureIn = (file: string, member: string): EmbeddedImage =>
  new EmbeddedImage(referenceTo(file, member))

/**
 * Rows with their pictures: in the cell where a picture is anchored, or, where that holds a text, in a column of its own behind all
 * others. Pictures below the last row belong to no row.
 * @param file rooted path of the workbook
 */
export function withPictures(
  rows: readonly SheetRow[],
  pictures: readonly CellPicture[],
  file: string,
): readonly SheetRow[] {
  if (pictures.length === 0) return rows
  const behind = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const all: Cell[][] = rows.map(row => [...row])
  for (const { row: at, column, member } of pictures) {
    const row = all[at]
    if (!row || !(column >= 0) || column > MOST_RIGHT) continue
    const held = row[column] ?? null
    const place = held === null || isPictures(held) ? column : Math.max(behind, column + 1)
    while (row.length < place) row.push(null)
    const before = row[place] ?? null
    const picture = pictureIn(file, member)
    row[place] = before === null ? picture : [...(Array.isArray(before) ? before : [before]), picture]
  }
  return all
}

/** No table is so wide. */
const MOST_RIGHT = 1000

const isPictures = (cell: Cell): boolean =>
  cell instanceof EmbeddedImage || (Array.isArray(cell) && cell.every(each => each instanceof EmbeddedImage))
