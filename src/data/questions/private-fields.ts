/** What stays of the fields of a private data set: what questions are asked, judged and grouped by, and nothing else. */

import { planes } from '@voxelwise/pixels'
import { isJsonObject, type Json, type JsonObject, ownValue } from '@voxelwise/python'
import type { KeptFields, ReadDataset } from '../formats/format.ts'
import { columnsOnPurpose } from '../formats/mapping/columns-on-purpose.ts'
import type { TableMapping } from '../formats/mapping/document.ts'

/** MedRCube's own fields. */
const cubeRoles =
  /^(?:id|dataset|task|original_task|modality|parts|question|gt_answer|image_path|group|option_[A-Z])$/

/** Fields of every sample that came through a mapping. */
const mappedRoles = /^(?:id|kind|dataset|task|modality|parts|question|options|answer|image_path)$/

/** Further ones, and what of a mapping fills them. Otherwise a column of that name is a column like others. */
const furtherRoles: Readonly<Record<string, (table: TableMapping) => unknown>> = {
  hint: table => table.hint,
  answer_text: () => true,
  accepted: table => table.accepted.length,
  size: table => table.size,
  examples: table => table.examples ?? table.stages,
  group: table => table.group,
  pair: table => table.pair,
}

/** Which part of a file is shown. */
const places = /^(?:frame|slice|slices|index|axis)$/

const isPlace = (key: string, value: Json): boolean =>
  places.test(key) &&
  (typeof value === 'number' || /^\d{1,7}$/.test(String(value)) || planes.some(plane => plane === value))

interface FieldsKept extends KeptFields {
  readonly of: (fields: JsonObject) => JsonObject
}

/** @param named columns that the user keeps on purpose; undefined where the user's own mapping decides */
export function fieldsKept(loaded: ReadDataset, named: readonly string[] | undefined): FieldsKept {
  const { mapping } = loaded
  const tables = mapping?.document.tables ?? []
  const chosen = new Set(mapping ? columnsOnPurpose(named, mapping) : named)
  const isRole = (key: string): boolean => {
    if (!mapping) return cubeRoles.test(key)
    const fills = ownValue(furtherRoles, key)
    return mappedRoles.test(key) || (fills !== undefined && tables.some(table => Boolean(fills(table))))
  }
  const keptFields = (fields: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, value]) => {
        if (chosen.has(key) || isRole(key) || (value !== undefined && isPlace(key, value)))
          return [[key, value] as const]
        if (key !== 'withheld' || !mapping || !isJsonObject(value)) return []
        const chosenCells = Object.entries(value).filter(([column]) => chosen.has(column))
        return chosenCells.length > 0 ? [[key, Object.fromEntries(chosenCells)] as const] : []
      }),
    )
  const all = [...loaded.samples, ...loaded.skipped].map(({ fields }) => fields)
  const before = namesIn(all)
  const unused = (mapping?.tables ?? []).flatMap(table => (table.entry === null ? [] : table.unused))
  const after = namesIn(all.map(keptFields))
  const columns = (names: ReadonlySet<string>) => [...names].filter(key => key !== 'withheld')
  return {
    of: keptFields,
    fields: columns(after).filter(key => !chosen.has(key)),
    columns: columns(after).filter(key => chosen.has(key)),
    leftOut: [...new Set([...columns(before), ...unused])].filter(key => !after.has(key)),
  }
}

/** Names of fields, and of the columns that no prompt may contain. */
function namesIn(all: readonly JsonObject[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const fields of all)
    for (const [key, value] of Object.entries(fields)) {
      names.add(key)
      if (key === 'withheld' && isJsonObject(value))
        for (const column of Object.keys(value)) names.add(column)
    }
  return names
}
