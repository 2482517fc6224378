/**
 * One data set, written in many forms: names of columns, splits, letters, separators and encodings in any combination. Each
 * form gives the same samples, or a refusal that names the line.
 */
import { expect, test } from 'vitest'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { pngBytes as png } from '../../unit/support/png-bytes.ts'
import { Random } from '../../unit/support/random.ts'
import { seeds } from '../../unit/support/rounds.ts'
import { zipBytes } from '../../unit/support/zip-bytes.ts'

interface Item {
  readonly n: number
  readonly question: string
  readonly options: readonly string[]
  readonly right: number
  readonly isTest: boolean
}

const texts = [
  'liver',
  'kidney, left',
  'the "round" one',
  "Crohn's colon",
  'größer; 5 mm',
  'Both A and B',
  'heart | aorta',
]
const items: readonly Item[] = Array.from({ length: 36 }, (_, n) => {
  const options = Array.from({ length: 3 + (n % 3) }, (_, i) => texts[(n + 2 * i) % texts.length] ?? '')
  return {
    n,
    question: `What is to be seen in film ${n}, “here”?`,
    options,
    right: (n * 5) % options.length,
    isTest: n % 3 > 0,
  }
})
const expected = items
  .filter(({ isTest }) => isTest)
  .map(({ n, question, options, right }) => ({
    question,
    options: Object.fromEntries(options.map((text, i) => [letter(i), text])),
    answer: letter(right),
    image: `set/pictures/film_${n}.png`,
  }))

function letter(place: number): string {
  return 'ABCDE'[place] ?? ''
}

type Cells = Readonly<Record<string, unknown>>

const columns = {
  question: ['question', 'Question', 'query', 'question_text', 'stem', '问题', 'pregunta'],
  answer: ['answer', 'correct_answer', 'label', 'gt', 'Answer', 'answer_idx', 'respuesta'],
  options: ['options', 'choices', 'candidates', 'answer_choices', 'opciones'],
  image: ['image', 'img_name', 'image_path', 'figure_path', 'Image'],
  id: ['qid', 'id', 'index', 'question_id'],
} as const

const optionForms: Readonly<Record<string, (options: readonly string[], name: string) => Cells>> = {
  'a list': (options, name) => ({ [name]: options }),
  'lettered lines': (options, name) => ({
    [name]: options.map((text, i) => `${letter(i)}) ${text}`).join('\n'),
  }),
  'a dict': (options, name) => ({ [name]: Object.fromEntries(options.map((text, i) => [letter(i), text])) }),
  'letter columns': options => Object.fromEntries([0, 1, 2, 3, 4].map(i => [letter(i), options[i] ?? ''])),
  'option columns': options =>
    Object.fromEntries([0, 1, 2, 3, 4].map(i => [`option_${letter(i)}`, options[i] ?? ''])),
}
const answerForms: Readonly<Record<string, (item: Item) => unknown>> = {
  letter: ({ right }) => letter(right),
  'letter in brackets': ({ right }) => `(${letter(right)})`,
  'letter and text': ({ right, options }) => `${letter(right)}: ${options[right]}`,
  text: ({ right, options }) => options[right],
  'place from 0': ({ right }) => right,
  'place from 1': ({ right }) => String(right + 1),
}
const splitForms = ['files', 'files run together', 'folders', 'a column', 'marked labels'] as const

const quoted = (cell: unknown, sign: string): string => {
  const text = typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : String(cell ?? '')
  return text.includes(sign) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const delimited = (rows: readonly Cells[], sign: string): string =>
  [Object.fromEntries(Object.keys(rows[0] ?? {}).map(name => [name, name])), ...rows]
    .map(row =>
      Object.values(row)
        .map(cell => quoted(cell, sign))
        .join(sign),
    )
    .join('\r\n')

/** As Western European programs save it: only signs that the encoding has. */
const windows1252 = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1'))

const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
const spreadsheet = (rows: readonly Cells[]): Uint8Array => {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map(row => names.map(name => row[name]))]
  const cell = (value: unknown) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escaped(typeof value === 'object' ? JSON.stringify(value) : String(value))}</t></is></c>`
  return zipBytes([
    { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<R><Relationship Id="r1" Target="worksheets/s.xml"/></R>',
    },
    {
      name: 'xl/worksheets/s.xml',
      content: `<w><sheetData>${lines.map(line => `<row>${line.map(cell).join('')}</row>`).join('')}</sheetData></w>`,
    },
  ])
}

const isAscii = (name: string): boolean => [...name].every(sign => sign < '\x7f')

const containers: Readonly<Record<string, (rows: readonly Cells[]) => unknown>> = {
  json: rows => rows,
  jsonl: rows => rows.map(row => JSON.stringify(row)).join('\n'),
  csv: rows => delimited(rows, ','),
  tsv: rows => delimited(rows, '\t'),
  psv: rows => delimited(rows, '|'),
  txt: rows => delimited(rows, '\t'),
  xlsx: spreadsheet,
  'semicolons.csv': rows => delimited(rows, ';'),
  'utf16.csv': rows => new Uint8Array(Buffer.from(`\ufeff${delimited(rows, ',')}`, 'utf16le')),
  'western.csv': rows =>
    isAscii(Object.keys(rows[0] ?? {}).join('')) ? windows1252(delimited(rows, ',')) : delimited(rows, ','),
}

function drawForm(seed: number) {
  const random = new Random(seed)
  const pick = <T>(of: readonly T[]): T => random.pick(of)
  const key = <T>(of: Readonly<Record<string, T>>): string => pick(Object.keys(of))
  const names = {
    question: pick(columns.question),
    answer: pick(columns.answer),
    options: pick(columns.options),
    image: pick(columns.image),
    id: pick(columns.id),
  }
  return {
    names,
    options: key(optionForms),
    answer: key(answerForms),
    split: pick(splitForms),
    container: key(containers),
  }
}

type Form = ReturnType<typeof drawForm>

function makeRow(item: Item, { names, options, answer, split }: Form): Cells {
  const { n, question, isTest } = item
  return {
    [names.id]: `q${n}`,
    [names.question]: question,
    ...optionForms[options]?.(item.options, names.options),
    [names.answer]: answerForms[answer]?.(item),
    [names.image]: `film_${n}.png`,
    ...(split === 'a column' && { subset: isTest ? 'test' : 'train' }),
    ...(split === 'marked labels' && { wording: `${isTest ? 'test_' : ''}${n % 2 ? 'short' : 'long'}` }),
  }
}

function writeFiles(form: Form): Readonly<Record<string, unknown>> {
  const write = containers[form.container] ?? containers.json
  const rows = (isTest: boolean) =>
    items.filter(item => item.isTest === isTest).map(item => makeRow(item, form))
  const ending = form.container
  const pictures = Object.fromEntries(items.map(({ n }) => [`pictures/film_${n}.png`, png]))
  switch (form.split) {
    case 'files':
      return {
        [`test.${ending}`]: write?.(rows(true)),
        [`train.${ending}`]: write?.(rows(false)),
        ...pictures,
      }
    case 'files run together':
      return {
        [`testset.${ending}`]: write?.(rows(true)),
        [`trainset.${ending}`]: write?.(rows(false)),
        ...pictures,
      }
    case 'folders':
      return {
        [`test/q.${ending}`]: write?.(rows(true)),
        [`train/q.${ending}`]: write?.(rows(false)),
        ...pictures,
      }
    default:
      return { [`all.${ending}`]: write?.(items.map(item => makeRow(item, form))), ...pictures }
  }
}

test.each(seeds(240).map(seed => [seed, drawForm(seed)] as const))('form %i: %o', async (_, form) => {
  const { samples, skipped } = await loadDataset(memorySource('set', writeFiles(form)), {})
  const read = samples.map(({ fields: { question, options, answer }, image }) => ({
    question,
    options,
    answer,
    image,
  }))
  expect(skipped).toEqual([])
  expect(read).toEqual(expected)
})

test.each(Object.keys(containers))(
  'a row of %s that cannot be asked is named by its place',
  async container => {
    const form: Form = {
      ...drawForm(1),
      container,
      split: 'files',
      options: 'letter columns',
      answer: 'letter',
    }
    const rows = items.map(item => ({
      ...makeRow(item, form),
      ...(item.n === 7 && { [form.names.answer]: 'neither' }),
    }))
    const file = `test.${container}`
    const { samples, skipped } = await loadDataset(
      memorySource('set', { [file]: containers[container]?.(rows) }),
      {},
    )
    expect(samples).toHaveLength(0)
    expect(skipped.filter(({ reason }) => reason === 'answer_not_an_option')).toMatchObject([
      { file: `set/${file}`, position: 7, subject: 'neither' },
    ])
  },
)
