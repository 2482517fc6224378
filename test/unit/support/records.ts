import type { JsonObject } from '@voxelwise/python'
import type { DerivedFacts } from '../../../src/engine/analysis/derived-rows.ts'
import type { ResultRow } from '../../../src/engine/analysis/result-row.ts'
import { resultRow } from '../../../src/engine/analysis/rows.ts'
import { firstProtocol } from '../../../src/engine/protocol/protocol-reference.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { AnsweredRecord, FailedRecord, RunRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'

const base = (index: number, fields: JsonObject) => ({
  run: 'r',
  sample: { index, fields, image: null, file: 'data/test.json' },
  prompt: 'P',
  rightAnswer: '' as const,
})

export function answered(
  index: number,
  fields: JsonObject,
  rest: Partial<AnsweredRecord> = {},
): AnsweredRecord {
  return { ...base(index, fields), status: 'answered', response: 'A', parsed: 'A', correct: false, ...rest }
}

export function failed(index: number, fields: JsonObject = {}): FailedRecord {
  const error = {
    code: 'image-empty',
    subject: 'a.png',
    message: 'It is empty.',
    remedy: 'Replace it.',
  } as const
  return { ...base(index, fields), status: 'failed', error }
}

export const someRun: Run = {
  id: 'r',
  name: 'A run',
  created: '2026-01-02T03:04:05.678Z',
  state: 'done',
  total: 3,
  settings: {
    protocol: firstProtocol,
    device: 'wasm',
    dtype: 'q4',
    scoring: 'generate',
    chatTemplate: 'own',
    fullText: false,
    reusePrefix: true,
    keepFeatures: true,
    maxNewTokens: 8,
    order: 'dataset',
    seed: 0,
    limit: null,
    timeout: 60,
  },
  dataset: {
    name: 'data',
    source: 'directory',
    fingerprint: 'f'.repeat(64),
    counts: {
      total: 3,
      loaded: 3,
      skipped: { missing_image: 0, missing_required_fields: 0, missing_options: 0 },
    },
  },
  model: { name: 'm', source: 'bundled', family: 'idefics3', fingerprint: 'f'.repeat(64) },
  environment: {
    app: '0.1.0',
    transformers: '4',
    onnxruntime: '1',
    userAgent: 'é',
    threads: 2,
    adapter: null,
  },
  timings: { load: 1.5, asking: 1e-7 },
}

/** Derived of no records. */
export const nothingDerived: DerivedFacts & { readonly guesses: null; readonly frame: undefined } = {
  ...{ fields: [], changedImages: [], readings: null, served: null, guesses: null, frame: undefined },
  unread: { answered: 0, unread: 0, reply: null },
}

/** The row of a record of MedRCube's. */
export const medrcubeRow = (record: RunRecord): ResultRow => resultRow(record, medrcube, text => text)

/** What a comparison of runs knows besides their rows: nothing. */
export const nothingFurther = {
  ...{ fields: [], split: null, totals: [], parts: [], runParts: [] },
  imageDigest: () => undefined,
}
