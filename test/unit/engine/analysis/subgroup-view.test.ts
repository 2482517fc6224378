import { expect, test } from 'vitest'
import type { FieldColumn } from '../../../../src/engine/analysis/field-column.ts'
import type { ResultRow } from '../../../../src/engine/analysis/result-row.ts'
import {
  medCmrTable3,
  mostGroups,
  type SubgroupView,
  subgroupFacts,
  viewColumns,
} from '../../../../src/engine/analysis/subgroup-view.ts'
import { row } from '../../support/judged-rows.ts'

const makeColumn = (texts: readonly string[]): FieldColumn => {
  const values = [...new Set(texts)]
  return { values, codes: Int32Array.from(texts, text => values.indexOf(text)) }
}
const rows = Array.from({ length: 300 }, (_, index) => ({
  ...row({ id: String(index), image: `${index}.png` }),
  ...{ index, kind: 'yes-no', options: 2, confidence: null },
})) as readonly ResultRow[]
const columns: Readonly<Record<string, FieldColumn>> = {
  id: makeColumn(rows.map(({ id }) => id)),
  age: makeColumn(rows.map((_, at) => String(20 + (at % 60)))),
  sex: makeColumn(rows.map((_, at) => (at % 2 ? 'F' : 'M'))),
  scanner: makeColumn(rows.map((_, at) => `S${at % 3}`)),
  answer: makeColumn(rows.map((_, at) => (at % 5 ? 'yes' : 'no'))),
}
const read = async (field: string) => columns[field] ?? makeColumn(rows.map(() => ''))
const facts = async (view: SubgroupView) =>
  subgroupFacts(
    rows,
    view,
    await viewColumns(
      view.fields.map(({ name }) => name),
      rows,
      read,
    ),
  )

test('three fields are crossed, in order, each with its own cut', async () => {
  const { lines, groups, many } = await facts({
    chart: 'cube',
    fields: [
      { name: 'age', cut: { points: [40] } },
      { name: 'sex', cut: { parts: 4 } },
      { name: 'scanner', cut: { parts: 4 } },
    ],
  })
  expect(many).toBe(12)
  expect(groups.map(({ isBinned }) => isBinned)).toEqual([true, false, false])
  expect(lines[0]?.labels).toEqual(['≤ 40', 'M', 'S0'])
  expect(lines.at(-1)?.labels).toEqual(['> 40', 'F', 'S2'])
  expect(lines.reduce((sum, { accuracy }) => sum + accuracy.n, 0)).toBe(300)
  expect(lines[0]?.recallOfYes?.n).toBeGreaterThan(0)
})

test('a field that names questions has too many groups to compare', async () => {
  // An id is a number here, but cut at as many points as there are questions.
  const points = rows.map((_, at) => at)
  const { many, lines } = await facts({ chart: 'lines', fields: [{ name: 'id', cut: { points } }] })
  expect(many).toBeGreaterThan(mostGroups)
  expect(lines).toEqual([])
})

test('Med-CMR’s Table 3 is by the field that has the kinds of medical intelligence', async () => {
  const kinds = makeColumn(['Diagnosis', 'Treatment Response', 'Staging and Extent', 'other'])
  const other = makeColumn(['single', 'multiple'])
  const fields = ['question type', 'subtype']
  const named = await medCmrTable3(fields, async field => (field === 'subtype' ? kinds : other))
  expect(named?.fields.map(({ name }) => name)).toEqual(['subtype'])
  expect(await medCmrTable3(fields, async () => other)).toBeNull()
  expect(await medCmrTable3(['task'], async () => kinds)).toBeNull()
})
