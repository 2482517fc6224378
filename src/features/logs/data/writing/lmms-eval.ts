/**
 * A run as lmms-eval 0.7 logs it: `<model>/<date>_results.json` and `<date>_samples_<task>.jsonl`, which its log viewer
 * lists and its `--baseline` pairs with runs of its own, by `doc_id` and `score`.
 */

import { type JsonObject, stringifyJson } from '@voxelwise/python'
import type { ArchiveMember } from '../../../../data/export/archive.ts'
import type { AnsweredRecord, RunRecord } from '../../../../engine/protocol/record.ts'
import { mostNewTokens } from '../../../../engine/protocol/settings.ts'
import {
  fileStamp,
  imageDigests,
  labels,
  modelMilliseconds,
  plainName,
  recordsAccuracy,
  sampleId,
  type ToExport,
} from './other-tools.ts'

/** Numbers as Python's `float`: its readers add them up. */
const metric = 'accuracy,none'

export function lmmsEvalFiles(exported: ToExport): readonly ArchiveMember[] {
  const { run } = exported
  const before = `${plainName(run.model.name)}/${fileStamp(run)}`
  return [
    { name: `${before}_results.json`, parts: [`${stringifyJson(results(exported), { indent: 2 })}\n`] },
    { name: `${before}_samples_${taskName(exported)}.jsonl`, parts: samples(exported.records) },
  ]
}

const taskName = ({ run }: ToExport): string => plainName(run.dataset.name)

function results(exported: ToExport): JsonObject {
  const { run, records } = exported
  const { n, accuracy, stderr } = recordsAccuracy(records)
  const task = taskName(exported)
  return {
    results: { [task]: { alias: task, [metric]: accuracy, 'accuracy_stderr,none': stderr } },
    group_subtasks: { [task]: [] },
    configs: {
      [task]: {
        task,
        dataset_name: run.dataset.name,
        test_split: 'test',
        metric_list: [{ metric: 'accuracy', aggregation: 'mean', higher_is_better: true }],
        output_type: run.settings.scoring === 'choices' ? 'multiple_choice' : 'generate_until',
        repeats: 1,
        metadata: { protocol: run.settings.protocol.id, version: run.settings.protocol.version },
      },
    },
    versions: { [task]: run.settings.protocol.version },
    'n-shot': { [task]: 0 },
    higher_is_better: { [task]: { accuracy: true } },
    'n-samples': { [task]: { original: run.dataset.counts.loaded, effective: n } },
    config: {
      model: 'voxelwise',
      model_args: `pretrained=${run.model.name},dtype=${run.settings.dtype},device=${run.settings.device}`,
      batch_size: 1,
      device: run.settings.device,
      limit: run.settings.limit,
      gen_kwargs: `max_new_tokens=${mostNewTokens(run.settings)},do_sample=False`,
      voxelwise: run.environment.app,
      model_fingerprint: run.model.fingerprint,
      dataset_fingerprint: run.dataset.fingerprint,
    },
    date: fileStamp(run),
    model_source: 'voxelwise',
    model_name: run.model.name,
    model_name_sanitized: plainName(run.model.name),
    total_evaluation_time_seconds: String((run.timings.load + run.timings.asking) / 1000),
  }
}

/** A line a sample that was answered; `doc_id` is its place in the data set, from 0. */
function* samples(records: readonly RunRecord[]): Generator<string> {
  for (const record of records) {
    if (record.status === 'answered') yield `${stringifyJson(lmmsSample(record))}\n`
  }
}

function lmmsSample(record: AnsweredRecord): JsonObject {
  const { sample, score } = record
  const milliseconds = modelMilliseconds(record)
  const value = record.correct ? 1 : 0
  return {
    doc_id: sample.index,
    target: record.rightAnswer,
    input: record.prompt,
    filtered_resps: [record.parsed],
    resps: [record.response ?? ''],
    score: value,
    accuracy: value,
    id: sampleId(record),
    ...labels(record),
    ...(score && {
      token_counts: { input_tokens: score.tokens.prompt, output_tokens: score.tokens.generated },
    }),
    ...(milliseconds !== null && { seconds: milliseconds / 1000 }),
    ...imageDigests(record),
  }
}
