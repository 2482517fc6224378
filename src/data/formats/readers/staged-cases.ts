/**
 * CXReasonBench's files as rows: `qa/cardiomegaly/path1/stage2/basic/ID.json`, a file for each case and stage, with one question
 * or a list of them (evaluation/evaluate_reasoning.py of github.com/ttumyche/CXReasonBench, aa8ecda). A case is its questions in
 * the order of its stages. The second path (guidance and review) is not read.
 */

import { byCodePoint, get, isJsonArray, type Json, type JsonObject, str } from '@voxelwise/python'
import type { ByteFile, Row, Table } from '@voxelwise/tables'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import { jsonFile } from '../../containers/row-files.ts'

const stages = ['init', 'stage1', 'stage1.5', 'stage2', 'stage3', 'stage4'] as const
const names = [
  'first answer',
  'criteria',
  'own criteria',
  'body part',
  'measurement',
  'final answer',
] as const
const place = /^(?:(.*)\/)?qa\/([^/]+)\/(?:(path1)\/([^/]+)|[^/]+\/[^/]+)\/[^/]+\/([^/]+)\.json$/

interface StageFile {
  readonly path: string
  readonly id: string
  /** Among `stages`. */
  readonly stage: number
}

/** The cases of one diagnostic task. */
export interface CaseFiles {
  readonly task: string
  readonly files: readonly StageFile[]
}

/** A folder's files of cases, and its other files: no cases where none has its first question. */
export function casesAmong(paths: readonly string[]) {
  const casesByTask = new Map<string, { readonly task: string; readonly files: StageFile[] }>()
  const others: string[] = []
  for (const path of paths) {
    const [, root = '', task, way, stage = '', id = ''] = place.exec(path) ?? []
    if (task === undefined) others.push(path)
    const at = stages.indexOf(stage as (typeof stages)[number])
    if (task === undefined || way === undefined || at === -1) continue
    getOrMake(casesByTask, `${root}/${task}`, () => ({ task, files: [] })).files.push({ path, id, stage: at })
  }
  const cases = [...casesByTask.values()]
  const isBenchmark = cases.some(({ files }) => files.some(({ stage }) => stage === 0))
  return isBenchmark ? { cases, others } : { cases: [], others: paths }
}

const columns = ['case', 'order', 'stage', 'question', 'answer', 'img_path']

/** @param open a file by its path in the folder */
export function tableOfCases({ task, files }: CaseFiles, open: (path: string) => Promise<ByteFile>): Table {
  const inOrder = files.toSorted(
    (a, b) => byCodePoint(a.id, b.id) || a.stage - b.stage || byCodePoint(a.path, b.path),
  )
  return {
    name: task,
    split: null,
    columns,
    async *rows(signal) {
      for (const [at, { path, id, stage }] of inOrder.entries()) {
        signal?.throwIfAborted()
        const file = await open(path)
        const content = await jsonFile(file)
        if (!('row' in content)) throw notACase(file.name)
        yield* questionRows(content.row, file.name, `${task}/${id}`, stage, at)
      }
    },
  }
}

function* questionRows(
  content: JsonObject,
  file: string,
  name: string,
  stage: number,
  at: number,
): Generator<Row> {
  const questions = toList(get(content, 'question'))
  const answers = toList(get(content, 'answer'))
  const images = toList(get(content, 'img_path'))
  const isListed = isJsonArray(get(content, 'question'))
  for (const [i, question] of questions.entries()) {
    // A question has a list of images of its own where there are several.
    const questionImages =
      isListed && images.some(isJsonArray) ? toList(images[i]) : isListed && i > 0 ? [] : images
    const answer = isListed ? answers[i] : answers.map(str).join(', ')
    yield {
      file,
      position: i,
      cells: {
        case: name,
        order: at * 100 + i,
        stage: names[stage] ?? '',
        question,
        // The last stage accepts any one of several options, which no reading here does.
        answer: stage === stages.length - 1 && optionsIn(answer) > 1 ? null : (answer ?? null),
        img_path: questionImages,
      },
    }
  }
}

const optionsIn = (answer: Json | undefined): number =>
  Array.from(str(answer ?? '').matchAll(/\([a-z]\)/g)).length

const toList = (value: Json | undefined): readonly Json[] =>
  isJsonArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]

const notACase = (file: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'not-an-object',
    subject: file,
    message: 'The file is not one stage of a case.',
    remedy: 'Download it again.',
  })
