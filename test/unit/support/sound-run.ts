/** A run whose records follow from their samples and answers, with passes. */
import type { JsonObject } from '@voxelwise/python'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { AnsweredRecord, RunRecord } from '../../../src/engine/protocol/record.ts'
import type { Finding, Skipped } from '../../../src/engine/protocol/sample.ts'
import { failed, someRun } from './records.ts'

export const fields: JsonObject = {
  id: { $number: '1.0' },
  question: 'Q?',
  gt_answer: 'no',
  option_A: 'yes',
  option_B: 'no',
  option_C: 'perhaps',
  $$number: 'x',
  'é\n': [null, true, { a: 'b' }],
}

/** A record that follows from its sample and answer, as a run makes it. */
export function sound(
  index: number,
  response: string | null,
  rest: Partial<AnsweredRecord> = {},
  probe?: Probe,
) {
  const image = rest.sample?.image ?? null
  const sample = {
    index,
    fields: image ? { ...fields, image_path: image } : fields,
    image,
    file: 'data/test.json',
  }
  const shown = new Perturbation(probe, [], medrcube).fields(sample)
  const right = medrcube.rightAnswer(shown)
  const base = { run: 'r', status: 'answered', prompt: medrcube.prompt(shown), rightAnswer: right } as const
  return { ...base, response, ...medrcube.judge(response, shown), ...rest, sample } satisfies AnsweredRecord
}

export const score = {
  text: ' A.',
  tokens: { prompt: 80, image: 64, reused: 70, generated: 3 },
  stop: 'end-token',
  timings: { encode: 12.25, prefix: 0, prefill: 3, decode: 1e-9 },
} as const
export const records: RunRecord[] = [
  sound(0, ' A.', { score }),
  { ...failed(1, fields), prompt: medrcube.prompt(fields), rightAnswer: 'B' },
  sound(2, null, {
    imageFile: { sha256: 'e'.repeat(64), size: 9, modified: null },
    sample: { index: 2, fields, image: 'data/2.png', file: 'data/test.json' },
  }),
]
export const skipped: Skipped[] = [
  { reason: 'missing_image', file: 'data/test.json', position: 3, subject: 's', fields: { id: 1 } },
]
export const findings: Finding[] = [
  { kind: 'duplicate-id', index: null, file: 'data/test.json', position: 0, subject: 's' },
]
export const error = { code: 'bad-json', subject: 's', message: 'm', remedy: 'r' } as const
export const badFiles = [{ file: 'data/bad/test.json', error }]

const counts = { total: 4, loaded: 3, skipped: { ...someRun.dataset.counts.skipped, missing_image: 1 } }
export const wholeRun = { ...someRun, dataset: { ...someRun.dataset, counts } }
export const moved = { kind: 'option-order', shift: 1 } as const
const blank = { kind: 'blank-image' } as const
export const passes = [
  {
    run: { ...wholeRun, id: 'p1', parent: 'r', probe: moved, state: 'paused' as const },
    records: [sound(0, 'B', { run: 'p1' }, moved), sound(1, 'A', { run: 'p1' }, moved)],
  },
  { run: { ...wholeRun, id: 'p2', parent: 'r', probe: blank, total: 0 }, records: [] },
]
