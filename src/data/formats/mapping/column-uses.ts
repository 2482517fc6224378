/** Which columns of a table a mapping reads, and what for. */
import type { Cells } from './cells.ts'
import { columnsRead, optionColumns } from './check.ts'
import type { ColumnUse, ImagesSource, OptionsSource, TableMapping } from './document.ts'
import { numbered } from './images.ts'
import { prefixed } from './options.ts'

/** Every column that options are read from. @param cells of a row, for those with a prefix */
export const columnsOfOptions = (options: OptionsSource | null, cells: Cells): readonly string[] => [
  ...optionColumns(options),
  ...(options && 'prefix' in options ? prefixed(options.prefix, cells).map(([, name]) => name) : []),
  ...(options && 'correct' in options ? [options.letter ?? [], options.wrongLetters ?? []].flat() : []),
]

/** @param columns of the table, those within objects with a dot */
export function columnUses(mapping: TableMapping, columns: readonly string[]): readonly ColumnUse[] {
  const { kind, images, answer, variants } = mapping
  const cells = Object.fromEntries(columns.map(name => [name, null]))
  const all: readonly (readonly [role: string, columns: readonly string[]])[] = [
    ['question', [mapping, ...variants].flatMap(({ question }) => columnsRead(question ?? null))],
    ['context', columnsRead(mapping.context)],
    ['hint', columnsRead(mapping.hint)],
    ['options', [mapping, ...variants].flatMap(each => columnsOfOptions(each.options ?? null, cells))],
    [
      'answer',
      [answer, ...variants.flatMap(each => each.answer ?? [])].flatMap(({ source }) => columnsRead(source)),
    ],
    ['accepted answers', mapping.accepted],
    [
      'images',
      [images, ...variants.flatMap(each => each.images ?? [])].flatMap(each => imageColumns(each, cells)),
    ],
    ['size of images', columnsRead(mapping.size)],
    ['kind of answer', kind !== null && typeof kind === 'object' ? [kind.column] : []],
    ['id', columnsRead(mapping.id)],
    ['task', [mapping, ...variants].flatMap(({ task }) => columnsRead(task ?? null))],
    ['modality', [mapping, ...variants].flatMap(({ modality }) => columnsRead(modality ?? null))],
    ['region', [mapping, ...variants].flatMap(({ anatomy }) => columnsRead(anatomy ?? null))],
    ['group', columnsRead(mapping.group)],
    ['pair', columnsRead(mapping.pair)],
    ['order of examples', columnsRead(mapping.examples)],
    ['order of stages', columnsRead(mapping.stages)],
    ['split', columnsRead(mapping.split)],
    ['cancelled', columnsRead(mapping.cancelled)],
    ['kept', mapping.keep],
    ['withheld', mapping.withhold],
  ]
  return all.flatMap(([role, names]) => {
    const there = [...new Set(names)].filter(name =>
      columns.some(column => name === column || name.startsWith(`${column}.`)),
    )
    return there.length > 0 ? [{ role, columns: there }] : []
  })
}

function imageColumns(images: ImagesSource | null, cells: Cells): readonly string[] {
  if (images === null) return []
  if (images.template !== undefined)
    return Array.from(images.template.matchAll(/\{([^{}:]+)/g), ([, column]) => column ?? '')
  return (images.prefix === undefined ? images.each : numbered(images.prefix, cells, images.suffix)).flat()
}

/** Columns of none of these uses; an object is used where a part of it is. */
export function unusedColumns(uses: readonly ColumnUse[], columns: readonly string[]): readonly string[] {
  const used = uses.flatMap(use => use.columns)
  return columns.filter(name => {
    const isWhole = used.some(
      each => each === name || each.startsWith(`${name}.`) || name.startsWith(`${each}.`),
    )
    const hasParts = columns.some(each => each.startsWith(`${name}.`))
    return !isWhole && !hasParts
  })
}
