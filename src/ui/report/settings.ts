/** Everything that was chosen for a run and the machine that it ran on, in words. */

import { counted } from '../../engine/base/counted.ts'
import { agreementWords } from '../../engine/model/agreement.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Merged } from '../../engine/protocol/merged.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { type Until, untilTheEnd } from '../../engine/protocol/settings.ts'
import { deviceName, duration, processor } from '../text/format.ts'
import { mergedWords, strataWords } from '../text/merged.ts'
import { lengthWords } from '../text/protocol-choices.ts'
import { abilityFacts, identityFacts } from '../text/server.ts'

export interface Fact {
  readonly name: string
  readonly value: string
  /** Whether it is for machines rather than for reading. */
  readonly isCode?: boolean
}

const yes = (is: boolean) => (is ? 'yes' : 'no')

/** What was chosen: folders with their fingerprints, and every setting. */
export function chosenFacts({ model, dataset, settings, probe }: Run): readonly Fact[] {
  return [
    { name: 'Model', value: `${model.name} (${model.family})` },
    { name: 'Model fingerprint (SHA-256)', value: model.fingerprint, isCode: true },
    { name: 'Data set', value: dataset.name },
    { name: 'Data set fingerprint (SHA-256)', value: dataset.fingerprint, isCode: true },
    { name: 'Protocol', value: `${settings.protocol.id}, version ${settings.protocol.version}` },
    ...(settings.protocol.judge
      ? [
          {
            name: 'Answers read by',
            value: `${settings.protocol.judge.id}, version ${settings.protocol.judge.version}`,
          },
        ]
      : []),
    ...(model.server
      ? [...identityFacts(model.server), ...abilityFacts(model.server)]
      : [{ name: 'Precision', value: settings.dtype }]),
    ...(model.agreement
      ? [{ name: 'Precision against PyTorch', value: agreementWords(model.agreement) }]
      : []),
    ...(model.server
      ? [
          { name: 'Questions at once', value: String(settings.atOnce ?? 1) },
          {
            name: 'Answers held to a letter',
            value: settings.heldToLetter ? 'yes: no part of the protocol' : 'no',
          },
        ]
      : [{ name: 'Device', value: deviceName(settings.device) }]),
    {
      name: 'Scoring',
      value: settings.scoring === 'choices' ? 'choices: option probabilities' : 'generate: greedy text',
    },
    ...(model.server
      ? []
      : [
          {
            name: 'Chat template',
            value: settings.chatTemplate === 'own' ? 'the model’s own' : 'built-in fallback',
          },
        ]),
    {
      name: 'Most new tokens',
      value: [String(settings.maxNewTokens), ...lengthWords(settings.newTokensByKind ?? {})].join('; '),
    },
    ...(model.server
      ? []
      : [
          { name: 'Full text', value: yes(settings.fullText) },
          { name: 'Shared prompt beginnings reused', value: yes(settings.reusePrefix) },
          { name: 'Image features kept', value: yes(settings.keepFeatures) },
        ]),
    {
      name: 'Order',
      value: settings.order === 'balanced' ? `balanced, seed ${settings.seed}` : 'the data set’s',
    },
    { name: 'Only the first', value: String(settings.limit ?? 'all') },
    { name: 'Ends by itself', value: untilWords(settings.until ?? untilTheEnd) },
    { name: 'Given up after', value: duration(settings.timeout) },
    ...(probe ? [{ name: 'Extra pass', value: probeName(probe) }] : []),
  ]
}

function untilWords({ width, everySlice, minutes, against }: Until): string {
  const parts = [
    ...(width === null
      ? []
      : [`known to ±${Number((100 * width).toFixed(2))} points${everySlice ? ', every slice too' : ''}`]),
    ...(against === null ? [] : [`decided against run ${against}`]),
    ...(minutes === null ? [] : [`after ${counted(minutes, 'minute')} of asking`]),
  ]
  return parts.join(', or ') || 'no'
}

/** What it ran on and with, and how long it took. */
export function machineFacts({
  id,
  created,
  state,
  environment,
  timings,
  model,
  merged,
}: Run): readonly Fact[] {
  return [
    { name: 'Voxelwise', value: environment.app },
    ...(model.server
      ? []
      : [
          { name: 'Transformers.js', value: environment.transformers },
          { name: 'ONNX Runtime Web', value: environment.onnxruntime },
          { name: 'Adapter', value: environment.adapter ?? 'none: WebAssembly' },
          { name: 'Processor', value: processor(environment) },
        ]),
    { name: 'Browser', value: environment.userAgent },
    { name: 'Begun', value: created },
    { name: 'State', value: state },
    { name: 'Loading', value: duration(timings.load / 1000) },
    { name: 'Asking', value: duration(timings.asking / 1000) },
    { name: 'Run', value: id, isCode: true },
    ...(merged ? mergedFacts(merged) : []),
  ]
}

/** What several machines made together, and how far they agree. */
const mergedFacts = (merged: Merged): readonly Fact[] => [
  { name: 'Merged from', value: mergedWords(merged) },
  ...strataWords(merged).map((value, at) => ({ name: `Machines of kind ${at + 1}`, value })),
  { name: 'Different answers', value: `to ${counted(merged.conflicts.length, 'sample')}` },
]
