/** What a run knows of itself for the annex: a sentence for each matter, or null where it does not know. */

import type { JsonObject } from '@voxelwise/python'
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { questionsBehind } from '../../../engine/analysis/asked-part.ts'
import { counted } from '../../../engine/base/counted.ts'
import { duration } from '../../../engine/base/duration.ts'
import { corruptionNames } from '../../../engine/probes/corruption-names.ts'
import { findProbeKind, isA } from '../../../engine/probes/kind-of.ts'
import { corruption } from '../../../engine/probes/kinds/corruption.ts'
import { optionOrder } from '../../../engine/probes/kinds/option-order.ts'
import type { ChangedPart } from '../../../engine/probes/kinds/probe-kind.ts'
import { findIntervention } from '../../../engine/probes/passes.ts'
import { probeName } from '../../../engine/probes/probe-names.ts'
import { lengthWords } from '../../../engine/protocol/answer-kind-words.ts'
import { deviceName } from '../../../engine/protocol/device.ts'
import { isAskedHere } from '../../../engine/protocol/identity.ts'
import type { Probe } from '../../../engine/protocol/probe.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import { readerWords } from '../../../engine/protocol/reader.ts'
import type { RunSettings } from '../../../engine/protocol/settings.ts'
import { engineWords } from '../../../ui/report/methods.tsx'
import { basisWords, clusteringWords } from '../../../ui/text/clusters.ts'
import { intervalWords, selectionInRun } from '../../../ui/text/estimates.ts'
import { count, interval, parameters, percent, processor } from '../../../ui/text/format.ts'
import { constantDiagnosesWords } from '../../../ui/text/rates.ts'
import { modelSize } from '../engine/model-size.ts'

type Facts = ReportFacts

/** Nothing of a data set's own: the words of the protocol around a question. */
const placeholders: JsonObject = {
  id: 'id',
  question: '{question}',
  option_A: '{option A}',
  option_B: '{option B}',
  A: '{option A}',
  B: '{option B}',
  gt_answer: '{option A}',
  answer: 'A',
  kind: 'choice',
  options: ['{option A}', '{option B}'],
}

/** The prompt of a choice question, with the question and its options left out. */
export function promptTemplate({ run }: Pick<Facts, 'run'>): string {
  return findProtocol(run.settings.protocol).prompt(placeholders)
}

const plural = (names: readonly string[]): string => names.join(', ')

const facts = {
  model: ({ run: { model } }: Facts) =>
    model.reader ? `${readerWords(model.reader)}.` : `${model.name}, weights SHA-256 ${model.fingerprint}.`,
  family: ({ run: { model } }: Facts) =>
    `Family ${model.family}; ${parameterWords(model)}${howRunWords(model)}`,
  dates: ({ run }: Facts) => `Asked from ${run.created.slice(0, 10)}.`,
  access: ({ run: { model } }: Facts) =>
    !isAskedHere(model)
      ? null
      : model.server
        ? `A model server at ${model.server.address}; no hidden system prompt of Voxelwise.`
        : 'Own machine, without network access; no hidden system prompt.',
  compute: ({ run: { environment, settings, timings, model } }: Facts) =>
    !isAskedHere(model)
      ? null
      : `${deviceName(settings.device)}${environment.adapter ? `, ${environment.adapter}` : ''}; ${processor(environment)}; asking took ${duration(timings.asking / 1000)}.`,
  inputs: ({ run: { model } }: Facts) =>
    !isAskedHere(model)
      ? null
      : model.server
        ? 'Original image files; the server preprocesses them.'
        : `Images resized and normalised as the processor of ${model.family} does.`,
  unchanged: ({ run: { model } }: Facts) => (model.reader ? null : 'Voxelwise changed no weights.'),
  protocol: ({ run: { settings } }: Facts) => {
    const { id, version } = settings.protocol
    return `Protocol ${id}, version ${version}. ${findProtocol(settings.protocol).about}`
  },
  prompt: (of: Facts) =>
    !isAskedHere(of.run.model) ? null : `Prompt: “${promptTemplate(of).replaceAll('\n', ' / ')}”.`,
  singleTurn: ({ run }: Facts) =>
    !isAskedHere(run.model)
      ? null
      : 'Each question is asked alone, once, without memory; the first answer counts.',
  decoding: ({ run: { settings, model } }: Facts) =>
    !isAskedHere(model)
      ? null
      : settings.scoring === 'choices'
        ? 'The most probable of the offered answers counts; nothing was sampled.'
        : `Decoding was greedy, with at most ${newTokenWords(settings)} new tokens${settings.thinking === 'on' ? ', after a thought' : ''}.`,
  order: ({ run: { settings } }: Facts) =>
    settings.order === 'balanced' ? `Balanced order, seed ${settings.seed}.` : 'Order of the data set.',
  repeats: ({ probes }: Facts) =>
    passWords('Questions were asked again without a change of the input', probes, 'nothing'),
  orders: ({ probes }: Facts) =>
    passWords('Questions were asked again with options or examples in another order', probes, 'order'),
  wordings: ({ probes }: Facts) => passWords('Questions were asked again in other words', probes, 'wording'),
  images: ({ probes }: Facts) => passWords('Questions were asked again on changed images', probes, 'image'),
  explanations: ({ probes }: Facts) => passWords('Parts of the image were removed in turn', probes, 'parts'),
  otherPasses: ({ probes }: Facts) => passWords('Questions were asked again', probes, 'other'),
  reading: ({ run: { settings } }: Facts) => {
    const { reading } = findProtocol(settings.protocol)
    return `Answers are read by ${reading.id}, version ${reading.version}; unparsed answers count as wrong.`
  },
  constraint: ({ run: { settings } }: Facts) =>
    settings.heldToLetter ? 'The server could write option letters only.' : 'Answers are not constrained.',
  data: ({ run: { dataset } }: Facts) =>
    `${dataset.name}, SHA-256 ${dataset.fingerprint}, ${counted(dataset.counts.total, 'sample')}.`,
  sources: ({ overview }: Facts) =>
    labelled(
      overview.slices.dataset.map(({ label, n }) => [label, n]),
      'source',
    ),
  composition: ({ overview }: Facts) =>
    ['task', 'modality', 'parts']
      .map(axis =>
        labelled(
          overview.slices[axis as 'task'].map(({ label, n }) => [label, n]),
          axis === 'parts' ? 'region' : axis,
        ),
      )
      .filter(words => words !== null)
      .join(' ') || null,
  missing: ({ run, rows, failures }: Facts) => {
    const { total, loaded } = run.dataset.counts
    return `${counted(total, 'sample')}, ${count(loaded)} loaded, ${count(run.total)} to be asked, ${count(rows.length)} asked, ${count(failures.length)} failed.`
  },
  quality: ({ load }: Facts) =>
    load ? `${counted(load.findings.length, 'finding')} about data quality; see the report.` : null,
  selection: ({ run }: Facts) => {
    const [selection, { limit }] = [selectionInRun(run), run.settings]
    const selected = selection === null ? '' : ` ${selection}, ${counted(questionsBehind(run), 'question')}`
    if (limit !== null && limit < questionsBehind(run))
      return `The first ${counted(limit, 'question')} of the order${selection === null ? '' : ` of the selection${selected}`}.`
    return selection === null ? 'All questions.' : `Only${selected}.`
  },
  metrics: () => 'Accuracy: the share of right answers among answered questions.',
  statistics: ({ overview: { clustering, part } }: Facts) =>
    part
      ? `Intervals are for all questions of the ${part.isSelection ? 'selection' : 'data set'}, from those asked.`
      : clusteringWords(clustering),
  clusters: ({ overview: { clustering } }: Facts) =>
    `${counted(clustering.clusters, `cluster (${clustering.unit})`, `clusters (${clustering.unit})`)}.`,
  size: ({ overview: { overall } }: Facts) =>
    `${counted(overall.n, 'question')}; 95% interval ${intervalWords(overall)}.`,
  subgroups: () => 'Accuracy by task, modality, region and source, with 95% intervals.',
  result: ({ overview: { overall } }: Facts) =>
    overall.n === 0
      ? null
      : `Accuracy ${percent(overall.share)} (95% ${intervalWords(overall)}), ${overall.basis ? basisWords(overall.n, overall.basis) : counted(overall.n, 'question')}.`,
  errors: ({ overview: { overall } }: Facts) =>
    overall.n === 0
      ? null
      : `${count(overall.n - overall.correct)} of ${counted(overall.n, 'answer')} were wrong; the report has them by task, modality, region and voxel.`,
  chains: ({ credibility: { overall, groups } }: Facts) =>
    overall.links === 0
      ? null
      : `Shortcut_Prob ${percent(overall.shortcut.share)} (95% ${interval(overall.shortcut.low, overall.shortcut.high)}) over ${counted(overall.links, 'link')}. ${constantDiagnosesWords(groups.task)}`.trim(),
  people: ({ judged }: Facts) =>
    judged && judged.people.length > 0
      ? `People rated answers in ${counted(judged.people.length, 'sheet')}.`
      : null,
  judges: ({ judged }: Facts) =>
    judged && judged.judged.length > 0
      ? `Free-text answers were rated by ${plural(judged.judged.map(({ judge, rubric }) => `${judge} (${rubric.id}, version ${rubric.version})`))}.`
      : null,
  published: ({ run }: Facts) =>
    ['medrcube', 'med-cmr'].includes(run.settings.protocol.id)
      ? 'Published models are shown for reference; see the papers’ findings.'
      : null,
  software: ({ run }: Facts) => `Voxelwise ${run.environment.app}, ${engineWords(run)}.`,
  fingerprints: ({ run: { model, dataset } }: Facts) =>
    model.reader
      ? `SHA-256 of the data ${dataset.fingerprint}, of the study ${model.reader.study}.`
      : `SHA-256 of weights ${model.fingerprint}, of the data ${dataset.fingerprint}.`,
  privacy: ({ run: { model } }: Facts) =>
    !isAskedHere(model)
      ? null
      : model.server
        ? `Questions and images were sent to ${model.server.address}.`
        : 'Nothing left the machine.',
  notIntegrated: () => 'Not integrated in a workflow.',
  limits: () => 'For research, not for diagnosis.',
  audit: ({ run }: Facts) => `run.json has every answer, setting and event of run ${run.id}.`,
  design: () => 'Retrospective benchmark.',
} satisfies Record<string, (of: Facts) => string | null>

export type AnnexFact = keyof typeof facts

/** Null where the run does not know. */
export const annexFact = (name: AnnexFact, of: Facts): string | null => facts[name](of)

/** "32; 512 for several choices": most new tokens, where some kinds of question have more. */
const newTokenWords = ({ maxNewTokens, newTokensByKind = {} }: RunSettings): string =>
  [count(maxNewTokens), ...lengthWords(newTokensByKind)].join('; ')

/** "Questions were asked again on changed images: Blank image, Wrong image." Null where no pass is of that sort. */
function passWords(what: string, probes: Facts['probes'], changes: ChangedPart): string | null {
  const made = (probes?.made ?? []).filter(probe => findProbeKind(probe).changes === changes)
  const names = new Set(made.map(passName))
  return names.size === 0 ? null : `${what}: ${[...names].join(', ')}.`
}

/** All orders of the options, and all strengths of a corruption, have one name. */
function passName(probe: Probe): string {
  if (isA(optionOrder, probe)) return 'Option order'
  if (isA(corruption, probe)) return corruptionNames[probe.corruption]
  return findIntervention(probe)?.name ?? probeName(probe)
}

/** "1.2 billion parameters, ", to stand in a list; empty where the number is not known. */
export const parameterWords = (model: Facts['run']['model']): string => {
  const size = modelSize(model)
  return size === null ? '' : `${parameters(size)} parameters, `
}

function howRunWords(model: Facts['run']['model']): string {
  if (model.reader) return 'a person answered.'
  if (model.elsewhere) return 'another tool asked it.'
  return model.server ? 'run by a server.' : 'run from its ONNX graph.'
}

function labelled(labels: readonly (readonly [string, number])[], name: string): string | null {
  if (labels.length === 0) return null
  return `By ${name}: ${labels.map(([label, n]) => `${label} ${count(n)}`).join(', ')}.`
}
