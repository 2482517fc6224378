/** Runs as the engine makes them, from any samples, settings and probe: for laws that hold of all of them. */
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import { askedQuestions } from '../../../src/engine/protocol/order.ts'
import { offeredAnswers, type Protocol } from '../../../src/engine/protocol/protocol.ts'
import { findProtocol, protocolReference } from '../../../src/engine/protocol/protocols/registry.ts'
import type { ModelOutput, RunRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { listImages, type Sample } from '../../../src/engine/protocol/sample.ts'
import type { RunSettings } from '../../../src/engine/protocol/settings.ts'
import { answeredRecord, failedRecord, withFiles } from '../../../src/engine/runtime/ask.ts'
import { someRun } from './records.ts'

/** A run on these samples, not begun. */
export function lawRun(
  samples: readonly Sample[],
  protocol: Protocol,
  settings: Partial<RunSettings> = {},
): Run {
  const whole = { ...someRun.settings, ...settings, protocol: protocolReference(protocol) }
  const counts = { ...someRun.dataset.counts, total: samples.length, loaded: samples.length }
  return {
    ...someRun,
    settings: whole,
    dataset: { ...someRun.dataset, counts },
    total: askedQuestions(samples, whole).samples.length,
  }
}

/** What a run or pass asks of these samples, and as which records its answers are kept: each third question fails. */
export function lawRecords(run: Run, samples: readonly Sample[]): readonly RunRecord[] {
  const asked = askedQuestions(samples, run.settings).samples
  const perturbation = new Perturbation(run.probe, asked, findProtocol(run.settings.protocol))
  return asked
    .filter(sample => perturbation.asks(sample))
    .map((sample, i) => {
      const images = perturbation.images(listImages(sample), sample.index)
      const files = images.map(() => ({ file: { sha256: 'a'.repeat(64), size: 1, modified: null } }))
      const isUnasked = i % 3 === 2 || !canAnswer(run, perturbation, sample)
      if (isUnasked) return failedRecord(run, sample, failure, perturbation)
      const score = makeOutput(run, perturbation, sample)
      const prompt = perturbation.protocol.prompt(perturbation.fields(sample))
      const record = answeredRecord({ run, perturbation, emit: () => {} }, sample, prompt, score)
      return withFiles(record, files)
    })
}

const failure = {
  code: 'image-empty',
  subject: 'a.png',
  message: 'It is empty.',
  remedy: 'Replace it.',
} as const

/** Where probabilities are read, a question that offers nothing has no answer. */
const canAnswer = ({ settings }: Run, { protocol }: Perturbation, { fields }: Sample): boolean =>
  settings.scoring === 'generate' || offeredAnswers(protocol, fields).length > 0

function makeOutput(run: Run, perturbation: Perturbation, sample: Sample): ModelOutput {
  const offered = offeredAnswers(perturbation.protocol, perturbation.fields(sample))
  const common = {
    tokens: { prompt: 80, image: 64, reused: 70, generated: 3 },
    timings: { encode: 12.25, prefix: 0, prefill: 3, decode: 1 },
  }
  if (run.settings.scoring === 'generate') return { ...common, text: ' A.', stop: 'end-token' }
  const choices = offered.map((letter, i) => ({ letter, logprob: -1 - i }))
  return { ...common, text: offered[0] ?? '', stop: 'choices', choices }
}
