import { readFileSync } from 'node:fs'
import { parseJson, stringifyJson } from '@voxelwise/python'
import { describe, expect, test } from 'vitest'
import { mappingDocument, readMapping } from '../../../../../src/data/formats/mapping/check.ts'
import { readFrom, withColumn } from '../../../../../src/data/formats/mapping/edit.ts'
import { presetFor, presets } from '../../../../../src/data/formats/mapping/presets.ts'
import { mappingJson } from '../../../../../src/data/formats/mapping/write.ts'
import { mappedProtocols } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { makeTable } from '../../../support/rows.ts'

describe.each(presets.map(preset => [preset.id, preset] as const))('%s', (id, { document, recognise }) => {
  test('is recognised by its own columns, and not taken for another', () => {
    for (const filter of recognise) {
      const cells = Object.fromEntries(filter.columns.map(column => [column, 'x']))
      const file = `set/${(filter.files[0] ?? 'data.json').replaceAll('*', '-')}`
      expect(presetFor([{ table: makeTable([cells], { file }), file }])?.name).toBe(document.name)
    }
  })

  test('is the same when it was written and read again', () => {
    const json = parseJson(stringifyJson(mappingJson(document)))
    expect(readMapping(json, id)).toEqual(document)
  })

  test('names a protocol that there is', () => {
    if (document.protocol !== null)
      expect(mappedProtocols.map(protocol => protocol.id)).toContain(document.protocol)
  })
})

test('the list of benchmarks names every preset, with its counts', () => {
  const text = readFileSync('docs/benchmarks.md', 'utf8')
  const rows = text
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(1)
  const read = rows.flatMap(row => /^\| [^|]+ \| (`[\w-]+`(?:, `[\w-]+`)*) \| reads/.exec(row)?.[1] ?? [])
  const named = read.flatMap(ids => ids.split(', ').map(id => id.slice(1, -1)))
  expect(named.sort()).toEqual(presets.map(({ id }) => id).sort())
  const others = rows.length - read.length
  expect(text).toContain(`${read.length} are read, ${others} ${others === 1 ? 'is' : 'are'} not.`)
})

const good = { version: 1, name: 'x', tables: [{ question: 'q', answer: 'a' }] }
const table = (change: object) => ({ ...good, tables: [{ ...good.tables[0], ...change }] })

test.each<[object, string]>([
  [{}, 'version'],
  [{ ...good, version: 2 }, 'version'],
  [{ ...good, tables: [] }, 'tables'],
  [{ ...good, extra: 1 }, 'extra'],
  [table({ questoin: 'q' }), 'tables[0].questoin'],
  [table({ question: undefined }), 'tables[0].question'],
  [table({ answer: { column: 'a', as: ['letter', 'ltter'] } }), 'tables[0].answer.as[1]'],
  [table({ task: { column: 't', constant: 'c' } }), 'tables[0].task'],
  [table({ options: { columns: { AA: 'x' } } }), 'tables[0].options.columns.AA'],
  [table({ images: { column: 'i', prefix: 'image_' } }), 'tables[0].images'],
  [table({ kind: { column: 'k', values: { x: 'letter' } } }), 'tables[0].kind.values.x'],
  [table({ withhold: ['q'] }), 'tables[0].question'],
  [table({ withhold: ['caption'], hint: { template: 'See {caption}' } }), 'tables[0].hint'],
])('%j is refused at %s', (json, at) => {
  const parse = () => readMapping(parseJson(JSON.stringify(json)), 'm.json')
  expect(parse).toThrow(
    expect.objectContaining({
      info: expect.objectContaining({ code: 'bad-mapping', subject: `m.json: ${at}` }),
    }),
  )
})

test('another column is chosen for a part; a withheld column that is now asked is no longer withheld', () => {
  const document = mappingDocument(
    parseJson(JSON.stringify(table({ withhold: ['caption'], keep: ['organ'] }))),
    '',
  )
  const changed = withColumn(withColumn(document, 0, 'question', 'caption'), 0, 'anatomy', 'organ')
  expect(changed.name).toBe('x (changed)')
  const [entry] = changed.tables
  expect(entry && readFrom(entry, 'question')).toEqual({ column: 'caption' })
  expect(entry).toMatchObject({ withhold: [], keep: [], anatomy: { column: ['organ'] } })
  expect(withColumn(document, 0, 'answer', null).tables).toEqual(document.tables)
  expect(readMapping(mappingJson(changed), 'm')).toEqual(changed)
})
