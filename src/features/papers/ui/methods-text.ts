/** `methods.txt`: a methods paragraph that names what was done in this run, and nothing else. */

import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { pooledAccuracies } from '../../../engine/analysis/pooled-voxels.ts'
import { findBaseline } from '../../../engine/analysis/shares.ts'
import { counted } from '../../../engine/base/counted.ts'
import { isAskedHere } from '../../../engine/protocol/identity.ts'
import { readerNotes, readerWords } from '../../../engine/protocol/reader.ts'
import { type FeatureMethods, methodsAbout } from '../../../ui/report/feature-methods.ts'
import { chainWords, pairedWords } from '../../../ui/report/methods.tsx'
import { unreadHeadline } from '../../../ui/text/cut.ts'
import { intervalWords } from '../../../ui/text/estimates.ts'
import { findingMethods, hasTests } from '../../../ui/text/findings.ts'
import { count, howRun, percent } from '../../../ui/text/format.ts'
import { comparedWords, pooledMethods } from '../../../ui/text/rates.ts'
import { type AnnexFact, annexFact, parameterWords, promptTemplate } from './annex-facts.ts'

/** A sentence appears only if the run knows its facts; brackets are gaps for the author. */
export function methodsText(facts: ReportFacts, added: readonly FeatureMethods[]): string {
  const { run, overview, failures, credibility, probes, findings, subgroups } = facts
  const { model, dataset, settings, timings, environment } = run
  const { overall, readings, part } = overview
  const questions = `${counted(overall.n + overview.failed, 'question')}`
  const clusters = overall.basis ? ` (${overall.basis.clusters} clusters, unit: ${overall.basis.unit})` : ''
  const seconds = overall.n > 0 && timings.asking > 0 ? timings.asking / 1000 / overall.n : null
  const skipped = dataset.counts.total - dataset.counts.loaded
  const said = model.reader ? readerNotes(model.reader) : ''
  const notes = said === '' ? '' : ` (${said})`
  const sentences = [
    model.reader
      ? `${readerWords(model.reader)}${notes} answered ${questions} of ${dataset.name} (fingerprint ${dataset.fingerprint.slice(0, 12)})${clusters}, without the right answers and the model’s (study ${model.reader.study.slice(0, 12)}).`
      : `We evaluated ${model.name} (${model.family}, ${parameterWords(model)}${howRun(run)}, weights ${model.fingerprint.slice(0, 12)}; [release date, training cut-off]) on ${dataset.name} (fingerprint ${dataset.fingerprint.slice(0, 12)}): ${questions}${clusters}.`,
    ...(skipped > 0 ? [`${counted(skipped, 'sample')} could not be loaded and were not asked.`] : []),
    ...(run.settings.only ? known('selection', facts) : []),
    ...(part
      ? [
          `These are ${count(part.asked)} of ${count(part.of)} questions of the ${part.isSelection ? 'selection' : 'data set'}.`,
        ]
      : []),
    ...known('singleTurn', facts),
    ...(!isAskedHere(model)
      ? known('reading', facts)
      : [
          `The words are those of the protocol ${settings.protocol.id}, version ${settings.protocol.version} (prompt below).`,
        ]),
    ...known('decoding', facts),
    ...(readings && overall.n > 0
      ? [
          `${counted(readings.unparsed, 'answer')} (${percent(readings.unparsed / overall.n)}) could not be read and count as wrong.`,
        ]
      : []),
    ...(failures.length > 0 ? [`${counted(failures.length, 'question')} failed and are left out.`] : []),
    `The software was Voxelwise ${environment.app}; the run began on ${run.created.slice(0, 10)}.`,
    ...known('privacy', facts),
    ...(seconds === null ? [] : [`A question took ${seconds.toFixed(2)} s.`]),
    'Accuracy is the share of right answers.',
    ...known('statistics', facts),
    ...(overall.basis && !part
      ? [`The design effect of the overall accuracy is ${overall.basis.designEffect.toFixed(2)}.`]
      : []),
    ...methodsAbout('answers', added, facts),
    ...(credibility.overall.links > 0
      ? [`${chainWords} There are ${counted(credibility.overall.links, 'link')}.`]
      : []),
    ...passFacts.flatMap(name => known(name, facts)),
    ...(probes && isPaired(probes) ? [pairedWords] : []),
    ...methodsAbout('passes', added, facts),
    ...(pooledAccuracies(overview.voxels).size > 0 ? [pooledMethods] : []),
    ...(hasTests(findings) ? [findingMethods] : []),
    ...(subgroups.length > 0
      ? [
          'Groups are compared with all other answers; p-values are adjusted by Holm’s method over all groups.',
        ]
      : []),
    ...known('judges', facts),
    ...known('people', facts),
    ...(overall.n > 0 ? [accuracyWords(overview)] : []),
    ...added.flatMap(method => method.result(facts) ?? []),
    '[Ethics, funding, data availability.]',
  ]
  const prompt = !isAskedHere(model)
    ? ''
    : `\nPrompt (protocol ${settings.protocol.id}):\n\n${promptTemplate(facts)}\n`
  return `${sentences.join(' ')}\n${prompt}`
}

/** Nothing is compared with an accuracy that says how replies are written. */
function accuracyWords({ overall, unread }: ReportFacts['overview']): string {
  const was = `was ${percent(overall.share)} (95% interval ${intervalWords(overall)})`
  const headline = unreadHeadline(unread)
  if (headline !== null) return `${headline} With unread replies as wrong, accuracy ${was}.`
  return `Accuracy ${was}${findBaseline(overall) === null ? '' : `, ${comparedWords(overall)}`}.`
}

const passFacts: readonly AnnexFact[] = [
  ...(['images', 'orders', 'wordings', 'repeats', 'explanations', 'otherPasses'] as const),
]

/** Whether the report has differences between a pass and the run. */
const isPaired = ({ blank, swapped, corruptions }: NonNullable<ReportFacts['probes']>): boolean =>
  blank !== null || swapped !== null || corruptions.length > 0

function known(name: AnnexFact, facts: ReportFacts): readonly string[] {
  const text = annexFact(name, facts)
  return text === null ? [] : [text]
}
