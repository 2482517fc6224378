/**
 * A run as two tables of VLMEvalKit: the data set (`<dataset>.tsv`, without its images) and the predictions
 * (`<model>_<dataset>.tsv`), which its `evaluate` takes with `PRED_FORMAT=tsv`. Its pandas reads `None`, `NA`, `null` and the
 * like as empty cells, whatever is done here: such options are lost there. A spreadsheet opens these files, too: a cell that it
 * would take for a formula has an apostrophe in front, which our own reader takes away.
 */

import { get, type Json, ownValue, str } from '@voxelwise/python'
import type { ArchiveMember } from '../../../../data/export/archive.ts'
import { asText } from '../../../../data/export/csv.ts'
import { findProtocol } from '../../../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../../engine/protocol/record.ts'
import { listImages } from '../../../../engine/protocol/sample.ts'
import { plainName, sampleId, type ToExport } from './other-tools.ts'

type Line = Readonly<Record<string, string | number>>

/** What comes before the options, and what after them. */
const first = ['index', 'question'] as const
const last = ['answer', 'category', 'l2-category', 'modality', 'dataset', 'image_path', 'id'] as const

export function vlmevalkitFiles({ run, records }: ToExport): readonly ArchiveMember[] {
  const protocol = findProtocol(run.settings.protocol)
  const options = (record: RunRecord) =>
    protocol.listOptions(record.sample.fields).map(({ letter, value }) => [letter, str(value)] as const)
  const used = new Set(records.flatMap(record => options(record).map(([letter]) => letter)))
  const columns = [...first, ...protocol.letters.filter(letter => used.has(letter)), ...last]
  const dataset = plainName(run.dataset.name)
  const model = plainName(run.model.name)
  const makeLine = (record: RunRecord): Line => {
    const text = (name: string) => cell(get(record.sample.fields, name))
    return {
      ...Object.fromEntries(options(record)),
      index: record.sample.index,
      question: text('question'),
      answer: record.rightAnswer,
      category: text('task'),
      'l2-category': text('parts'),
      modality: text('modality'),
      dataset: text('dataset'),
      // VLMEvalKit reads several paths from the text of a Python list.
      image_path: record.sample.furtherImages ? str(listImages(record.sample)) : (record.sample.image ?? ''),
      id: sampleId(record),
    }
  }
  return [
    { name: `${dataset}.tsv`, parts: table(columns, records, makeLine) },
    {
      name: `${model}_${dataset}.tsv`,
      parts: table(
        [...columns, 'prediction'],
        records.filter(record => record.status === 'answered'),
        record => ({
          ...makeLine(record),
          prediction: record.status === 'answered' ? (record.response ?? '') : '',
        }),
      ),
    },
  ]
}

const cell = (value: Json | undefined): string => (value === undefined || value === null ? '' : str(value))

function* table(
  columns: readonly string[],
  records: readonly RunRecord[],
  makeLine: (record: RunRecord) => Line,
): Generator<string> {
  yield `${columns.join('\t')}\n`
  for (const record of records) {
    const line = makeLine(record)
    yield `${columns.map(name => quoted(String(ownValue(line, name) ?? ''))).join('\t')}\n`
  }
}

/** As Python's `csv` with a tab: quoted where a tab, a quote or a line break would part the text. No formula. */
function quoted(given: string): string {
  const text = asText(given)
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
