import { recordOfAnswer } from '../../../src/data/formats/responses.ts'
import type { Judging } from '../../../src/engine/protocol/judging.ts'
import { judgedSamples } from '../../../src/engine/protocol/protocols/judged-samples.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { rubricReference } from '../../../src/engine/protocol/protocols/rubric.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'
import { rubricNamed } from '../../../src/engine/protocol/rubrics/rubric.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'

const medCmrRubric = rubricNamed('med-cmr')

/** A reply with the same rating in every dimension of Med-CMR's rubric. */
export const reply = (rating: number): string =>
  `{"consistency": ${rating}, "coherence": ${rating}, "visual_accuracy": ${rating}, "ground_truth": ${rating}}`

/** A judge's pass over a run, as the page makes it. @param replyTo what it says to each sample, in order */
export function judgePass(
  parent: { readonly run: Run; readonly records: readonly AnsweredRecord[] },
  judging: Judging,
  replyTo: (at: number) => string,
): { readonly run: Run; readonly records: readonly AnsweredRecord[] } {
  const protocol = rubricReference(medCmrRubric)
  const samples = judgedSamples(parent.records, parent.run, judging)
  return {
    run: {
      ...parent.run,
      id: 'judge-1',
      name: 'judged',
      total: samples.length,
      settings: { ...parent.run.settings, protocol, order: 'dataset', limit: null },
      model: { ...parent.run.model, name: 'tiny' },
      judging,
      parent: parent.run.id,
    },
    records: samples.map((sample, at) =>
      recordOfAnswer(sample, replyTo(at), findProtocol(protocol), 'judge-1'),
    ),
  }
}
