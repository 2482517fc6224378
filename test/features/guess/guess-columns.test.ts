/** What a guess must not take for an answer, an axis or a lack of images; one layout for each thing it once took wrong. */
import type { Cell } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { loadTables } from '../../../src/data/formats/mapped.ts'
import { foundTables, makeTable } from '../../unit/support/rows.ts'

type Cells = Readonly<Record<string, Cell>>

const load = (rows: readonly Cells[], files: readonly string[] = []) =>
  loadTables(foundTables([makeTable(rows)], files), 'set', {})

const rows = (cells: (i: number) => Cells): readonly Cells[] => Array.from({ length: 24 }, (_, i) => cells(i))

test('a list within the answer is neither the options nor an axis', async () => {
  const { samples, skipped } = await load(
    rows(i => ({
      query: `What does film ${i} show?`,
      answer: `Film ${i} shows a nodule in the left lung.`,
      itemised_answer: { organ: ['lung', `lobe ${i % 4}`], size: [], sign: ['nodule', `sign ${i}`] },
    })),
  )
  expect(skipped).toEqual([])
  expect(samples.map(({ fields }) => [fields.kind, fields.answer, fields.options, fields.parts])).toEqual(
    rows(i => ({ i })).map((_, i) => ['text', `Film ${i} shows a nodule in the left lung.`, null, null]),
  )
})

test('a list that nothing calls options is none where the answer is another text', async () => {
  const { samples } = await load(
    rows(i => ({
      question: `Which organ is in film ${i}?`,
      answer: `organ ${i}`,
      tags: ['lung', 'heart'],
      tag: 'lung',
    })),
  )
  expect(samples.map(({ fields }) => [fields.kind, fields.answer])).toEqual(
    rows(i => ({ i })).map((_, i) => ['text', `organ ${i}`]),
  )
})

test.each([
  ['image', (i: number): Cell => `scan_${i}`],
  ['key_image', (i: number): Cell => 90 + i],
  ['question_images', (i: number): Cell => [`a${i}`, `b${i}`]],
  ['img_name', (i: number): Cell => `scan_${i}`],
])('rows that name an image in the column %s which is not there lack it', async (column, image) => {
  const all = rows(i => ({
    question: `What does it show in case ${i}?`,
    answer: `words ${i}`,
    [column]: image(i),
  }))
  const { samples, skipped } = await load(all)
  expect(samples).toEqual([])
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['missing_image']))
  expect(skipped).toHaveLength(24)
})

test.each([
  ['image_count', (i: number): Cell => i % 3],
  ['has_image', (): Cell => 'no'],
  ['image', (): Cell => false],
  ['image_quality', (): Cell => 'good'],
  ['image_finding', (i: number): Cell => `an opacity of ${i} mm`],
])('the column %s names no image', async (column, cell) => {
  const { samples } = await load(
    rows(i => ({ question: `What does it show in case ${i}?`, answer: `words ${i}`, [column]: cell(i) })),
  )
  expect(samples).toHaveLength(24)
})

test('a column of names that are found comes before one that is called an image', async () => {
  const all = rows(i => ({
    question: `What is it in ${i}?`,
    answer: `words ${i}`,
    image: `x${i}`,
    shown: `f${i}.png`,
  }))
  const { samples } = await load(
    all,
    all.map((_, i) => `pictures/f${i}.png`),
  )
  expect(samples[3]?.image).toBe('set/pictures/f3.png')
})

test.each(['context', 'passage', 'case', 'clinical_history'])(
  'a text in "%s" is read first',
  async column => {
    const { samples } = await load(
      rows(i => ({
        [column]: `A patient of ${i + 40} years has coughed for three weeks and has lost some weight.`,
        question: `What comes next in ${i}?`,
        answer: `words ${i}`,
      })),
    )
    expect(samples[2]?.fields.question).toBe(
      'A patient of 42 years has coughed for three weeks and has lost some weight.\nWhat comes next in 2?',
    )
  },
)

test('a case that is a number groups the questions', async () => {
  const { samples } = await load(
    rows(i => ({ case: `c${i >> 1}`, question: `What comes next in ${i}?`, answer: `words ${i}` })),
  )
  expect(samples[3]?.fields).toMatchObject({ question: 'What comes next in 3?', group: 'c1' })
})

test.each([
  ['Да', 'Нет'],
  ['oui', 'non'],
  ['Ja.', 'Nein.'],
  ['はい', 'いいえ'],
  ['نعم', 'لا'],
  ['Sí', 'No'],
])('%s and %s are answers to questions of yes or no', async (yes, no) => {
  const { samples } = await load(rows(i => ({ question: `Is it ${i}?`, answer: i % 2 ? yes : no })))
  expect(new Set(samples.map(({ fields }) => fields.kind))).toEqual(new Set(['yes-no']))
  expect(samples[1]?.fields.answer).toBe(yes)
})

test('questions that their authors took back are skipped, and counted as such', async () => {
  const { samples, skipped } = await load(
    rows(i => ({
      enunciado: `¿Qué es ${i}?`,
      opciones: ['uno', 'dos', 'tres'],
      clave: i % 4 === 0 ? null : (i % 3) + 1,
      anulada: i % 4 === 0,
    })),
  )
  expect(samples).toHaveLength(18)
  expect(samples[0]?.fields).toMatchObject({ question: '¿Qué es 1?', answer: 'B' })
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['cancelled']))
})

test('an answer that says so cancels a question with options', async () => {
  const { skipped } = await load(
    rows(i => ({ question: `Which is ${i}?`, A: 'x', B: 'y', answer: i % 6 ? 'A' : 'Anulada' })),
  )
  expect(skipped.map(({ reason }) => reason)).toEqual(Array(4).fill('cancelled'))
})

test('specialties are no parts of the body', async () => {
  const specialties = ['Cardiology', 'Neurology', 'Thoracic surgery', 'Dermatology']
  const { samples } = await load(
    rows(i => ({ question: `What is it in ${i}?`, answer: `words ${i}`, field: specialties[i % 4] ?? '' })),
  )
  expect(samples[0]?.fields.parts).toBeNull()
  const named = await load(
    rows(i => ({
      question: `What is it in ${i}?`,
      answer: `words ${i}`,
      specialty: specialties[i % 4] ?? '',
    })),
  )
  expect(named.samples[0]?.fields.parts).toBeNull()
})

test.each([
  ['that repeats its lettered choices keeps its last line break', 'Options:[A:lung, B:heart]\n', true],
  ['that names choices without letters is trimmed', 'Choose from [lung, heart]\n', false],
])('a question %s', async (_, end, isKept) => {
  const { samples } = await load(
    rows(i => ({ question: `What is in film ${i}? ${end}`, options: 'A:lung, B:heart', answer: 'A' })),
  )
  const expected = `What is in film 5? ${isKept ? end : end.trim()}`
  expect(samples[5]?.fields).toMatchObject({ question: expected, options: { A: 'lung', B: 'heart' } })
})

test.each([
  [
    {
      q: 'Frage',
      a: 'Richtige Antwort',
      o: 'Antwortmöglichkeiten',
      m: 'Modalität',
      r: 'Körperregion',
      t: 'Aufgabe',
    },
  ],
  [{ q: 'Énoncé', a: 'Bonne réponse', o: 'Choix', m: 'Modalité', r: 'Région', t: 'Catégorie' }],
  [{ q: 'Pregunta', a: 'Respuesta correcta', o: 'Opciones', m: 'Modalidad', r: 'Región', t: 'Categoría' }],
  [{ q: 'Domanda', a: 'Risposta corretta', o: 'Opzioni', m: 'Modalità', r: 'Organo', t: 'Compito' }],
  [{ q: 'Pergunta', a: 'Resposta correta', o: 'Opções', m: 'Modalidade', r: 'Órgão', t: 'Tarefa' }],
])('columns with the names of another language are found: $q', async ({ q, a, o, m, r, t }) => {
  const { samples, mapping } = await load(
    rows(i => ({
      [q]: `${q} ${i}?`,
      [a]: ['x', 'y', 'z'][i % 3] ?? '',
      [o]: ['x', 'y', 'z'],
      [m]: ['Röntgen', 'MRT'][i % 2] ?? '',
      [r]: ['Thorax', 'Kopf'][i % 2] ?? '',
      [t]: ['s', 't'][i % 2] ?? '',
    })),
  )
  expect(mapping).toMatchObject({ origin: 'guess' })
  expect(samples[0]?.fields).toMatchObject({
    kind: 'choice',
    modality: 'Röntgen',
    parts: 'Thorax',
    task: 's',
  })
})

test('modalities and regions in German, French and Spanish are found by their values', async () => {
  for (const [modality, region] of [
    [
      ['Röntgen', 'MRT'],
      ['Lunge', 'Gehirn'],
    ],
    [
      ['échographie', 'IRM'],
      ['foie', 'cœur'],
    ],
    [
      ['radiografía', 'ecografía'],
      ['hígado', 'corazón'],
    ],
  ] as const) {
    const { samples } = await load(
      rows(i => ({
        question: `Q ${i}?`,
        answer: `words ${i}`,
        v1: modality[i % 2] ?? '',
        v2: region[(i >> 1) % 2] ?? '',
      })),
    )
    expect(samples[1]?.fields).toMatchObject({ modality: modality[1], parts: region[0] })
  }
})
