/**
 * A run as a log of Inspect (inspect_ai 0.3, log version 2): what its `read_eval_log` reads and its viewer shows. Facts
 * without a field in Inspect are in `metadata`, since it drops unknown fields.
 */

import { type Json, type JsonObject, stringifyJson } from '@voxelwise/python'
import type { ArchiveMember } from '../../../../data/export/archive.ts'
import type { AnsweredRecord, RunRecord } from '../../../../engine/protocol/record.ts'
import type { Run } from '../../../../engine/protocol/run.ts'
import { mostNewTokens } from '../../../../engine/protocol/settings.ts'
import {
  fileStamp,
  imageDigests,
  labels,
  modelMilliseconds,
  plainName,
  pythonTime,
  recordsAccuracy,
  sampleId,
  type ToExport,
} from './other-tools.ts'

/** The log as one JSON file. Inspect lists it only under a name that begins with its time. */
export function inspectLogFile(exported: ToExport): ArchiveMember {
  return { name: `${inspectName(exported.run)}.json`, parts: inspectLog(exported) }
}

/** `<time>_<task>_<id>`, as Inspect names its logs. */
export function inspectName(run: Run): string {
  return `${fileStamp(run)}_${plainName(run.dataset.name)}_${plainName(run.id)}`
}

function* inspectLog(exported: ToExport): Generator<string> {
  const header = stringifyJson(inspectHeader(exported))
  yield `${header.slice(0, -1)},"samples":[`
  let before = '\n'
  for (const sample of inspectSamples(exported)) {
    yield before + stringifyJson(sample)
    before = ',\n'
  }
  yield ']}\n'
}

const inspectStatus: Readonly<Record<Run['state'], string>> = {
  done: 'success',
  failed: 'error',
  paused: 'cancelled',
  running: 'started',
}

/** All but the samples. */
export function inspectHeader({ run, records, scores = [] }: ToExport): JsonObject {
  const { n, accuracy, stderr } = recordsAccuracy(records)
  const began = Date.parse(run.created)
  return {
    version: 2,
    status: inspectStatus[run.state],
    eval: evaluation(run, records),
    plan: { name: 'plan', steps: [], config: generation(run) },
    results: {
      total_samples: run.total,
      completed_samples: n,
      scores: [
        {
          name: scorerName(run),
          scorer: scorerName(run),
          scored_samples: n,
          unscored_samples: records.length - n,
          metrics: {
            accuracy: { name: 'accuracy', value: accuracy },
            stderr: { name: 'stderr', value: stderr },
          },
        },
        ...scores,
      ],
    },
    stats: {
      started_at: pythonTime(began),
      completed_at: pythonTime(began + run.timings.load + run.timings.asking),
      model_usage: { [modelName(run)]: usage(records) },
    },
    ...(run.error && {
      error: { message: `${run.error.message} (${run.error.subject})`, traceback: '', traceback_ansi: '' },
    }),
    tags: [],
    metadata: {},
  }
}

const scorerName = ({ settings }: Run): string => settings.protocol.id
const modelName = ({ model }: Run): string => `voxelwise/${plainName(model.name)}`
const generation = ({ settings }: Run): JsonObject => ({
  max_tokens: mostNewTokens(settings),
  temperature: 0,
})

function evaluation(run: Run, records: readonly RunRecord[]): JsonObject {
  return {
    eval_id: run.id,
    run_id: run.id,
    created: pythonTime(Date.parse(run.created)),
    task: plainName(run.dataset.name),
    task_id: run.id,
    task_version: run.settings.protocol.version,
    task_attribs: {},
    task_args: {},
    task_args_passed: {},
    dataset: {
      name: run.dataset.name,
      samples: run.dataset.counts.loaded,
      sample_ids: records.map(record => record.sample.index + 1),
      shuffled: false,
    },
    model: modelName(run),
    model_generate_config: generation(run),
    model_args: run.model.server
      ? { server: run.model.server.kind, version: run.model.server.version }
      : { dtype: run.settings.dtype, device: run.settings.device },
    config: { ...(run.settings.limit !== null && { limit: run.settings.limit }), epochs: 1 },
    packages: { voxelwise: run.environment.app },
    metadata: plain({
      name: run.name,
      protocol: run.settings.protocol,
      settings: run.settings,
      dataset: run.dataset,
      model: run.model,
      environment: run.environment,
    }),
  }
}

/** Plain data; only TypeScript does not see that an interface is a JSON object. */
const plain = (value: object) => value as JsonObject

/** Ids count from 1 in the data set's order: Inspect makes files of them, and a benchmark's own need not be unique. */
export function* inspectSamples({ run, records }: ToExport): Generator<JsonObject> {
  for (const record of records) yield inspectSample(run, record)
}

function inspectSample(run: Run, record: RunRecord): JsonObject {
  const { sample, prompt } = record
  const answered = record.status === 'answered' ? record : null
  const milliseconds = answered && modelMilliseconds(answered)
  return {
    id: sample.index + 1,
    epoch: 1,
    input: prompt,
    target: record.rightAnswer,
    messages: [
      { role: 'user', content: prompt, source: 'input' },
      ...(answered ? [{ role: 'assistant', content: answered.response ?? '', source: 'generate' }] : []),
    ],
    output: answered ? output(run, answered) : { model: modelName(run), choices: [] },
    scores: answered ? { [scorerName(run)]: inspectScore(answered) } : {},
    metadata: {
      id: sampleId(record),
      ...labels(record),
      fields: sample.fields,
      image: sample.image,
      ...(sample.furtherImages && { further_images: sample.furtherImages }),
      ...imageDigests(record),
      ...(record.shownImage && { shown_image: record.shownImage }),
      ...(record.furtherShownImages && { further_shown_images: record.furtherShownImages }),
    },
    store: {},
    events: [],
    model_usage: answered?.score ? { [modelName(run)]: usage([answered]) } : {},
    role_usage: {},
    attachments: {},
    ...(milliseconds !== null && { total_time: milliseconds / 1000, working_time: milliseconds / 1000 }),
    ...(record.status === 'failed' && {
      error: {
        message: `${record.error.message} (${record.error.subject})`,
        traceback: '',
        traceback_ansi: '',
      },
    }),
  }
}

const stopReasons = {
  'end-token': 'stop',
  verdict: 'stop',
  choices: 'stop',
  'max-new-tokens': 'max_tokens',
} as const

function output(run: Run, record: AnsweredRecord): JsonObject {
  const { score } = record
  return {
    model: modelName(run),
    choices: [
      {
        message: { role: 'assistant', content: record.response ?? '', source: 'generate' },
        stop_reason: score ? stopReasons[score.stop] : 'unknown',
      },
    ],
    ...(score && { usage: usage([record]) }),
  }
}

function inspectScore({ correct, parsed, rule, unparsed, response, score }: AnsweredRecord): JsonObject {
  return {
    value: correct ? 'C' : 'I',
    answer: parsed,
    explanation: response ?? '',
    metadata: {
      ...(rule && { rule }),
      ...(unparsed && { unparsed }),
      ...(score && {
        stop: score.stop,
        ...(score.server && { server: plain(score.server) }),
        ...(score.choices && {
          logprobs: Object.fromEntries(
            score.choices.map(({ letter: one, logprob }): [string, Json] => [
              one,
              Number.isFinite(logprob) ? logprob : null,
            ]),
          ),
          ...(score.choices.some(({ isBound }) => isBound) && {
            logprob_bounds: score.choices.filter(({ isBound }) => isBound).map(({ letter: one }) => one),
          }),
        }),
      }),
    },
  }
}

function usage(records: readonly RunRecord[]): JsonObject {
  let input = 0
  let generated = 0
  let reused = 0
  for (const record of records) {
    if (record.status !== 'answered' || !record.score) continue
    input += record.score.tokens.prompt
    generated += record.score.tokens.generated
    reused += record.score.tokens.reused
  }
  return {
    input_tokens: input,
    output_tokens: generated,
    total_tokens: input + generated,
    input_tokens_cache_read: reused,
  }
}
