/** A mapping as the JSON that `readMapping` reads, without default values. */
import type { Json, JsonObject } from '@voxelwise/python'
import type {
  AnswerSource,
  ImagesSource,
  MappingDocument,
  OptionsSource,
  Source,
  TableMapping,
} from './document.ts'

export function mappingJson({ name, protocol, tables }: MappingDocument): JsonObject {
  return { version: 1, name, ...(protocol !== null && { protocol }), tables: tables.map(tableJson) }
}

function tableJson(table: TableMapping): JsonObject {
  const { where, answer, images, variants, question, ...rest } = table
  const all: Readonly<Record<string, Json>> = {
    where: withoutDefaults({ ...where }),
    cells: rest.cells,
    join: rest.join && { files: rest.join.files, by: rest.join.by },
    explode: rest.explode,
    id: sourceJson(rest.id),
    question: sourceJson(question),
    context: sourceJson(rest.context),
    cancelled: sourceJson(rest.cancelled),
    hint: sourceJson(rest.hint),
    stripChoices: rest.stripChoices,
    options: optionsJson(rest.options),
    answer: answerJson(answer),
    accepted: rest.accepted,
    kind: typeof rest.kind === 'string' || rest.kind === null ? rest.kind : { ...rest.kind },
    images: imagesJson(images),
    size: sourceJson(rest.size),
    dropTextOnly: rest.dropTextOnly,
    task: sourceJson(rest.task),
    modality: sourceJson(rest.modality),
    anatomy: sourceJson(rest.anatomy),
    group: sourceJson(rest.group),
    pair: sourceJson(rest.pair),
    examples: sourceJson(rest.examples),
    stages: sourceJson(rest.stages),
    split: sourceJson(rest.split),
    keep: rest.keep,
    withhold: rest.withhold,
    variants: variants.map(({ question, options, answer, kind, images, ...axes }) => ({
      ...(question && { question: sourceJson(question) }),
      ...(options !== undefined && { options: optionsJson(options) }),
      ...(answer && { answer: answerJson(answer) }),
      ...(kind && { kind }),
      ...(images && { images: imagesJson(images) }),
      ...Object.fromEntries(Object.entries(axes).map(([axis, source]) => [axis, sourceJson(source ?? null)])),
    })),
  }
  return withoutDefaults(all)
}

const optionsJson = (options: OptionsSource | null): Json => (options === null ? null : { ...options })

/** Only the name, if that is enough. */
function sourceJson(source: Source | null): Json {
  if (source === null || !('column' in source)) return source
  const { column, ...rest } = source
  const names = column.length === 1 ? (column[0] ?? '') : column
  return Object.keys(rest).length === 0 ? names : { column: names, ...rest }
}

function answerJson({ source, ...rest }: AnswerSource): JsonObject {
  return { ...source, ...rest }
}

function imagesJson(images: ImagesSource | null): Json {
  if (images === null) return null
  const { each, prefix, template, ...rest } = images
  const named = template === undefined ? { each } : { template }
  return { ...(prefix === undefined ? named : { prefix }), ...withoutDefaults(rest) }
}

function withoutDefaults(fields: Readonly<Record<string, Json>>): JsonObject {
  const isDefault = (value: Json): boolean =>
    value === null || value === false || (typeof value === 'object' && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isDefault(value)))
}
