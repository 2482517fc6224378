/** From the JSON of a mapping to its typed form; an error names the field at fault. */
import {
  boolean,
  type Check,
  CheckError,
  field,
  jsonObject,
  list,
  oneOf,
  textOf as textUpTo,
  whole,
} from '../../../engine/base/checks.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { isJsonArray, isJsonObject, type Json } from '../../../engine/base/json.ts'
import { type AnswerKind, answerKinds } from '../../../engine/protocol/mapped-fields.ts'
import { mappingSource, names, sourceOrNull, textMap } from './check-source.ts'
import {
  type AnswerSource,
  answerForms,
  type CorrectAndWrong,
  type ImagesSource,
  type KindSource,
  type MappingDocument,
  type OptionsSource,
  type TableFilter,
  type TableMapping,
  type Variant,
} from './document.ts'
import { checkLeaks } from './leaks.ts'

/** The readings for a mapping without `as`: those that cannot be confused. */
export const usualForms = ['letter', 'text', 'lettered', 'several'] as const

const most = 1000
const label = textUpTo(most, 1)

/** Refuses unknown fields, so that a misspelt field is not ignored. */
function only(value: Json | undefined, at: string, known: readonly string[]): void {
  const unknown = Object.keys(jsonObject(value, at)).find(key => !known.includes(key))
  if (unknown !== undefined)
    throw new CheckError(
      at ? `${at}.${unknown}` : unknown,
      `left out; the known ones are ${known.join(', ')}`,
    )
}

const optionsKeys = ['prefix', 'columns', 'column', 'inText', 'correct', 'wrong', 'letter', 'wrongLetters']
const options: Check<OptionsSource | null> = (value, at) => {
  if (value === null || value === undefined) return null
  if (!isJsonObject(value)) return { column: names(value, at) }
  only(value, at, optionsKeys)
  if (Object.hasOwn(value, 'prefix')) return { prefix: textUpTo(most)(value.prefix, `${at}.prefix`) }
  if (Object.hasOwn(value, 'columns')) return { columns: lettered(value.columns, `${at}.columns`) }
  if (Object.hasOwn(value, 'column')) return { column: names(value.column, `${at}.column`) }
  if (Object.hasOwn(value, 'inText')) return { inText: label(value.inText, `${at}.inText`) }
  if (Object.hasOwn(value, 'correct')) return correctAndWrong(value, at)
  throw new CheckError(at, 'a column, or an object with prefix, columns, column, inText or correct')
}

const correctAndWrong: Check<CorrectAndWrong> = (value, at) => {
  const [letter, wrongLetters] = [field(value, 'letter'), field(value, 'wrongLetters')]
  return {
    correct: label(field(value, 'correct'), `${at}.correct`),
    wrong: names(field(value, 'wrong'), `${at}.wrong`),
    ...(letter !== undefined && { letter: label(letter, `${at}.letter`) }),
    ...(wrongLetters !== undefined && { wrongLetters: label(wrongLetters, `${at}.wrongLetters`) }),
  }
}

const lettered: Check<{ readonly [letter: string]: string }> = (value, at) => {
  const read = textMap(value, at)
  const wrong = Object.keys(read).find(letter => !/^[A-Z]$/.test(letter))
  if (wrong !== undefined) throw new CheckError(`${at}.${wrong}`, 'under a letter from A to Z')
  return read
}

const answer: Check<AnswerSource> = (value, at) => {
  const as = field(value, 'as')
  return {
    source: mappingSource(value, at, ['as']),
    as:
      as === undefined
        ? usualForms
        : isJsonArray(as)
          ? list(oneOf(answerForms))(as, `${at}.as`)
          : [oneOf(answerForms)(as, `${at}.as`)],
  }
}

const kind: Check<AnswerKind | KindSource | null> = (value, at) => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return oneOf(answerKinds)(value, at)
  only(value, at, ['column', 'values'])
  const values = textMap(field(value, 'values'), `${at}.values`)
  return {
    column: label(field(value, 'column'), `${at}.column`),
    values: Object.fromEntries(
      Object.entries(values).map(([from, to]) => [from, oneOf(answerKinds)(to, `${at}.values.${from}`)]),
    ),
  }
}

const images: Check<ImagesSource | null> = (value, at) => {
  if (value === null || value === undefined) return null
  const plain = { folders: [], endings: {} }
  if (!isJsonObject(value)) return { each: [names(value, at)], ...plain }
  only(value, at, ['column', 'each', 'prefix', 'folders', 'endings'])
  const { column, each, prefix, folders, endings } = value
  if ([column, each, prefix].filter(given => given !== undefined).length !== 1)
    throw new CheckError(at, 'an object with one of column, each and prefix')
  return {
    each:
      each !== undefined
        ? list(names)(each, `${at}.each`)
        : column !== undefined
          ? [names(column, `${at}.column`)]
          : [],
    ...(prefix !== undefined && { prefix: label(prefix, `${at}.prefix`) }),
    folders: folders === undefined ? [] : names(folders, `${at}.folders`),
    endings: endings === undefined ? {} : textMap(endings, `${at}.endings`),
  }
}

const filter: Check<TableFilter> = (value, at) => {
  if (value === undefined) return { columns: [], without: [], files: [] }
  only(value, at, ['columns', 'without', 'files'])
  const all = (key: string) => {
    const given = field(value, key)
    return given === undefined ? [] : names(given, `${at}.${key}`)
  }
  return { columns: all('columns'), without: all('without'), files: all('files') }
}

const variantKeys = ['question', 'options', 'answer', 'task', 'modality', 'anatomy']
const variant: Check<Variant> = (value, at) => {
  only(value, at, variantKeys)
  const has = (key: string) => field(value, key) !== undefined
  const of = (key: string) => sourceOrNull(field(value, key), `${at}.${key}`)
  return {
    ...(has('question') && { question: mappingSource(field(value, 'question'), `${at}.question`) }),
    ...(has('options') && { options: options(field(value, 'options'), `${at}.options`) }),
    ...(has('answer') && { answer: answer(field(value, 'answer'), `${at}.answer`) }),
    ...(has('task') && { task: of('task') }),
    ...(has('modality') && { modality: of('modality') }),
    ...(has('anatomy') && { anatomy: of('anatomy') }),
  }
}

const tableKeys = [
  'where',
  'explode',
  'id',
  'question',
  'hint',
  'stripChoices',
  'options',
  'answer',
  'kind',
  'images',
  'dropTextOnly',
  'task',
  'modality',
  'anatomy',
  'group',
  'examples',
  'split',
  'keep',
  'withhold',
  'variants',
]
const table: Check<TableMapping> = (value, at) => {
  only(value, at, tableKeys)
  const given = (key: string) => field(value, key)
  const source = (key: string) => sourceOrNull(given(key), `${at}.${key}`)
  const flag = (key: string) => (given(key) === undefined ? false : boolean(given(key), `${at}.${key}`))
  const columns = (key: string) => (given(key) === undefined ? [] : names(given(key), `${at}.${key}`))
  const explode = given('explode')
  const read: TableMapping = {
    where: filter(given('where'), `${at}.where`),
    explode: explode === undefined || explode === null ? null : label(explode, `${at}.explode`),
    id: source('id'),
    question: mappingSource(given('question'), `${at}.question`),
    hint: source('hint'),
    stripChoices: flag('stripChoices'),
    options: options(given('options'), `${at}.options`),
    answer: answer(given('answer'), `${at}.answer`),
    kind: kind(given('kind'), `${at}.kind`),
    images: images(given('images'), `${at}.images`),
    dropTextOnly: flag('dropTextOnly'),
    task: source('task'),
    modality: source('modality'),
    anatomy: source('anatomy'),
    group: source('group'),
    examples: source('examples'),
    split: source('split'),
    keep: columns('keep'),
    withhold: columns('withhold'),
    variants: given('variants') === undefined ? [] : list(variant)(given('variants'), `${at}.variants`),
  }
  if (read.examples !== null && read.group === null)
    throw new CheckError(`${at}.group`, 'there: examples are rows of the same group')
  checkLeaks(read, at)
  return read
}

const documentKeys = ['version', 'name', 'protocol', 'tables', 'recognise']

/** @throws CheckError */
export const mappingDocument: Check<MappingDocument> = (value, at) => {
  only(value, at, documentKeys)
  const inside = (key: string) => (at ? `${at}.${key}` : key)
  whole(1, 1)(field(value, 'version'), inside('version'))
  const protocol = field(value, 'protocol')
  const tables = list(table)(field(value, 'tables'), inside('tables'))
  if (tables.length === 0) throw new CheckError(inside('tables'), 'an array of at least one entry')
  return {
    name: label(field(value, 'name'), inside('name')),
    protocol: protocol === undefined || protocol === null ? null : label(protocol, inside('protocol')),
    tables,
  }
}

/** @throws VoxelwiseError bad-mapping, naming the field at fault */
export function readMapping(json: Json, file: string): MappingDocument {
  try {
    return mappingDocument(json, '')
  } catch (error) {
    if (!(error instanceof CheckError)) throw error
    throw new VoxelwiseError({
      code: 'bad-mapping',
      subject: error.at ? `${file}: ${error.at}` : file,
      message: `A mapping's ${error.at || 'document'} should be ${error.expected}.`,
      remedy: 'Correct the mapping there. docs/mappings.md describes the format.',
      cause: error,
    })
  }
}
