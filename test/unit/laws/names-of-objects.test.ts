/** A law over names: what every object inherits under a name is no value of a data set that uses this name. */
import { describe, expect, test } from 'vitest'
import { resultsJson } from '../../../src/data/export/results.ts'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { linkedRows } from '../../../src/engine/analysis/rows.ts'
import { listJudged, metricsSummary } from '../../../src/engine/protocol/metrics.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { analyseShortcuts } from '../../../src/engine/protocol/shortcut.ts'
import { changedTags, taggedWith } from '../../../src/engine/protocol/tags.ts'
import { findingTexts } from '../../../src/ui/text/finding-texts.ts'
import { lawRecords, lawRun } from '../support/law-runs.ts'
import { letteredOptions, mappingWith } from '../support/mapping-with.ts'
import { memorySource } from '../support/memory-source.ts'
import { pngBytes } from '../support/png-bytes.ts'
import { readBack } from '../support/read-run.ts'
import { zipBytes } from '../support/zip-bytes.ts'

const names = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'] as const

/** One name in the place of every text. JSON.parse keeps `__proto__` as a key; an object literal would not. */
const writeItems = (name: string): string =>
  JSON.stringify(
    Array.from({ length: 4 }, (_, at) => ({
      id: `${name}${at === 0 ? '' : at}`,
      ...{ dataset: name, task: name, original_task: name, modality: name, parts: name, question: name },
      ...{ option_A: name, option_B: `${name} no`, gt_answer: name, image_path: '' },
      KEY: name,
    })),
  ).replaceAll('"KEY"', JSON.stringify(name))

const writeCsv = (name: string): string =>
  [
    `question,A,B,answer,split,modality,${name}`,
    ...Array.from({ length: 4 }, () => [name, name, 'other', 'A', name, name, name].join(',')),
  ].join('\n')

describe.each(names)('%s', name => {
  test('is a text of MedRCube like any other, from the folder to the figures and back', async () => {
    const folder = memorySource('data', { [`${name}/test.json`]: writeItems(name) })
    const { samples, findings } = await loadDataset(folder, {})
    expect(samples).toHaveLength(4)
    for (const { kind } of findings) expect(findingTexts).toHaveProperty(kind)
    const run = lawRun(samples, medrcube)
    const records = lawRecords(run, samples)
    const rows = records.map(linkedRows(medrcube))
    expect(rows.map(({ task, modality, parts }) => [task, modality, parts])).toEqual(
      rows.map(() => [name, name, name]),
    )
    const summary = metricsSummary([...listJudged(records)])
    expect(JSON.stringify(summary)).toContain(`task=${name}`)
    expect(JSON.parse([...resultsJson(records, medrcube)].join(''))).toHaveLength(3)
    expect(analyseShortcuts([...listJudged(records)], {}).report).toBeDefined()
    const back = await readBack(serializeRun({ run, records }))
    expect(back.records).toEqual(records)
    expect(Object.hasOwn(back.records[0]?.sample.fields ?? {}, name)).toBe(true)
  })

  test('is a column, an option and a split of a table like any other', async () => {
    const { samples, protocol } = await loadDataset(
      memorySource('data', { [`${name}.csv`]: writeCsv(name) }),
      {
        mapping: mappingWith({ ...letteredOptions, split: 'split', modality: 'modality', keep: [name] }),
      },
    )
    expect(samples).toHaveLength(4)
    const run = lawRun(samples, findProtocol(protocol))
    const records = lawRecords(run, samples)
    const back = await readBack(serializeRun({ run, records }))
    expect(back.records).toEqual(records)
    expect(JSON.stringify(back.records[0]?.sample.fields)).toContain(JSON.stringify(name))
  })

  test('is a folder, an image, a member of an archive, and a tag', async () => {
    const row = { question: 'Which is it?', A: 'one', B: 'two', answer: 'A', image: `${name}.png` }
    const members = [
      { name: `${name}/test.json`, content: JSON.stringify([row, { ...row, answer: 'B' }]) },
      { name: `${name}/${name}.png`, content: pngBytes },
    ]
    const mapping = mappingWith({ ...letteredOptions, images: 'image' })
    const folder = Object.fromEntries(members.map(({ name: path, content }) => [path, content]))
    for (const [contents, inside] of [
      [folder, ''],
      [{ [`${name}.zip`]: zipBytes(members) }, `${name}.zip//`],
    ] as const) {
      const { samples, protocol } = await loadDataset(memorySource('data', contents), { mapping })
      expect(samples.map(({ image }) => image)).toEqual(Array(2).fill(`data/${inside}${name}/${name}.png`))
      const tags = changedTags({}, name, [0, 1], true)
      const run = { ...lawRun(samples, findProtocol(protocol)), tags }
      const back = await readBack(serializeRun({ run, records: lawRecords(run, samples) }))
      expect(Object.entries(back.run.tags ?? {})).toEqual([[name, [0, 1]]])
      expect(taggedWith(changedTags(tags, name, [0], false), name)).toEqual([1])
      expect(taggedWith({}, name)).toEqual([])
    }
  })
})
