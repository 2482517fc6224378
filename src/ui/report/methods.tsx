import { defaultResamples, defaultSeed, priorIcc } from '@voxelwise/statistics'
import type { ReportFacts } from '../../app/controller/report-facts.ts'
import { pooledAccuracies } from '../../engine/analysis/pooled-voxels.ts'
import { counted } from '../../engine/base/counted.ts'
import { serverWords } from '../../engine/model/served.ts'
import { lengthWords } from '../../engine/protocol/answer-kind-words.ts'
import { detailWords } from '../../engine/protocol/detail-words.ts'
import { computedHere, deviceName, isNative } from '../../engine/protocol/device.ts'
import { fitWords, toolWords } from '../../engine/protocol/elsewhere.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import { isMedical } from '../../engine/protocol/probe.ts'
import { firstProtocol } from '../../engine/protocol/protocol-reference.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import { readerNotes, readerWords } from '../../engine/protocol/reader.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import { clusteringWords } from '../text/clusters.ts'
import { findingMethods, hasTests } from '../text/findings.ts'
import { count } from '../text/format.ts'
import { datasetWords } from '../text/mapping-texts.ts'
import { pooledMethods } from '../text/rates.ts'
import { servedWords } from '../text/server.ts'
import {
  asymptoticSource,
  bootstrapSource,
  type Citation,
  circularEvaluationSource,
  corruptionsSource,
  holmSource,
  kornGraubardSource,
  medicalCorruptionsSource,
  medrcubeSource,
  moverSource,
  positionBiasSource,
  sequencesSource,
  signFlipSource,
} from './citations.tsx'
import { evaluateCommand, scoreCommand } from './command.ts'
import { type FeatureMethods, methodsAbout } from './feature-methods.ts'
import { softwareCitations } from './software-citations.ts'

interface MethodsProps {
  readonly facts: ReportFacts
  readonly added: readonly FeatureMethods[]
}

/** How the figures were computed, in words for a paper. */
export function Methods({ facts, added }: MethodsProps) {
  const { run, overview, credibility } = facts
  const { settings, environment, model, dataset } = run
  const notes = model.reader ? readerNotes(model.reader) : ''
  return (
    <>
      <p>
        <bdi>{model.reader ? readerWords(model.reader) : model.name}</bdi>
        {notes !== '' && ` (${notes})`}
        {computedHere(settings) && ` (${dtypeWords(settings.dtype)})`} was evaluated on{' '}
        <bdi>{datasetWords(dataset)}</bdi> with Voxelwise {environment.app}, {engineWords(run)},{' '}
        {protocolWords(settings)} Accuracy is the share of right answers.{' '}
        {overview.part?.basis === 'drawn' ? '' : clusteringWords(overview.clustering)} The guessing rate is
        the mean of one over the number of options. {usualWords} {overview.readings && chanceWords} A voxel is
        one combination of region, modality and task.
      </p>
      {settings.imageDetail !== undefined && (
        <p>
          Images were prepared with another detail than the model’s own: {detailWords(settings.imageDetail)}.
        </p>
      )}
      {model.elsewhere && <p>{fitWords(model.elsewhere)}</p>}
      <PartMethods run={run} overview={overview} />
      {overview.served && servedWords(overview.served).map(words => <p key={words}>{words}</p>)}
      <p>
        {chainWords}
        {credibility.overall.links === 0 && ' This run has no such links.'}
      </p>
      {methodsAbout('answers', added, facts).map(words => (
        <p key={words}>{words}</p>
      ))}
      {facts.probes && (
        <p>
          Each extra pass asks the same model the same questions with one thing changed. {pairedWords}
          {facts.probes.order &&
            ' For option order, the guessing rate is that of independent guesses. A question counts once, with its mean over the passes. “Right in every order” is the circular evaluation of MMBench.'}
          {facts.probes.corruptions.length > 0 &&
            ' Kinds and strengths of corruption follow ImageNet-C, scaled to each image’s size. Those by modality follow MedMNIST-C; those of MRI, and rings and streaks of CT, are this project’s own.'}
          {methodsAbout('passes', added, facts).map(words => ` ${words}`)}
        </p>
      )}
      {pooledAccuracies(overview.voxels).size > 0 && <p>{pooledMethods}</p>}
      {hasTests(facts.findings) && <p>Findings: {findingMethods}</p>}
    </>
  )
}

/** The commands that make the run and its figures again. */
export function Again({ run, levels, probes }: ReportFacts) {
  return (
    <>
      <p>
        {run.probe && 'This is an extra pass over the samples of another run. The command makes both. '}
        Run this in a checkout of Voxelwise {run.environment.app}, with the same two folders (see their
        fingerprints):
      </p>
      <pre>
        <code>{evaluateCommand(run, probes?.made ?? [])}</code>
      </pre>
      <p>To recompute only the figures from the saved answers:</p>
      <pre>
        <code>{scoreCommand(levels)}</code>
      </pre>
      {levels.high && <p>High-level tasks: {levels.high.join('; ')}.</p>}
      {levels.ignore && <p>Ignored tasks: {levels.ignore.join('; ') || 'none'}.</p>}
    </>
  )
}

/** How an unfinished run was drawn, and what its intervals are. */
function PartMethods({ run, overview }: Pick<ReportFacts, 'run' | 'overview'>) {
  if (!overview.part || overview.part.basis === 'unknown') return null
  const { asked, of } = overview.part
  const isFixed = overview.overall.part?.isFixed === true
  const { order, seed } = run.settings
  return (
    <p>
      {count(asked)} of {count(of)} questions were asked,{' '}
      {order === 'balanced'
        ? `all questions of an image together, in a balanced order: images are drawn without replacement, one per round from each block of similar labels (seed ${seed}). ${isFixed ? `The number of questions was set in advance. Accuracies have 95% intervals of a stratified sample of images for all ${count(of)} questions.` : `Accuracies have 95% confidence sequences for all ${count(of)} questions, with images as clusters. They are valid at any stopping point: proved for one tenth of the risk, asymptotic from 20 images on for the rest.`}`
        : 'in file order. Intervals of accuracies show what the remaining questions leave possible.'}
    </p>
  )
}

/** The basis of the report's figures. */
export function listCitations(facts: ReportFacts, added: readonly FeatureMethods[]): readonly Citation[] {
  const { run, probes, overview, credibility } = facts
  const isCompared = probes !== null || facts.findings.length > 0 || facts.subgroups.length > 0
  const all = [
    medrcubeSource,
    kornGraubardSource,
    ...(overview.part?.basis === 'drawn' ? [sequencesSource, asymptoticSource] : []),
    ...(credibility.overall.links > 0 ? [bootstrapSource] : []),
    ...added.flatMap(method => method.citations(facts)),
    ...(probes?.order ? [positionBiasSource, circularEvaluationSource] : []),
    ...(probes && probes.corruptions.length > 0 ? [corruptionsSource] : []),
    ...(probes?.corruptions.some(({ corruption }) => isMedical(corruption))
      ? [medicalCorruptionsSource]
      : []),
    ...(probes ? [signFlipSource] : []),
    ...(isCompared ? [holmSource, moverSource] : []),
    ...softwareCitations(run),
  ]
  // Several figures may rest on one source.
  return [...new Set(all)]
}

/** How questions were asked and answers judged; follows a comma. */
export const protocolWords = (settings: RunSettings): string => {
  const { id, version, judge } = settings.protocol
  if (settings.device === 'elsewhere')
    return `and judged them by the protocol ${id}, version ${version}${judge ? `, with the judge ${judge.id}, version ${judge.version}` : ''}. Unanswered questions enter no figure.`
  const isOfficial = id === firstProtocol.id && version === firstProtocol.version && !judge
  return isOfficial ? officialWords(settings) : otherProtocolWords(settings)
}

/** A protocol by its name: its own description, and the judge that reads its answers. */
function otherProtocolWords(settings: RunSettings): string {
  const { reading, about, placesImages } = findProtocol(settings.protocol)
  const { id, version, judge } = settings.protocol
  const read = judge ? ` Answers are read by the judge ${reading.id}, version ${reading.version}.` : ''
  const places = placesImages ? 'at the question’s placeholders, else before its text' : 'before its text'
  return `following the protocol ${id}, version ${version}. ${about}${read} Images are placed ${places}; examples from the data set come first, as answered turns. ${scoringWords(settings, 'the answer is read from the text by these rules')} An unparsed answer counts as wrong and is reported; nothing is guessed. Failed questions count as unanswered and enter no figure.`
}

/** The model's runtime, to follow "Voxelwise 0.1.0,". */
export function engineWords({ settings, environment, model: { server, elsewhere, reader } }: Run): string {
  if (reader) return 'which showed a person the questions without the right answers'
  if (elsewhere)
    return `which read the answers from ${elsewhere.file}, a log of ${toolWords(elsewhere)}; that tool and its settings determine the prompts`
  if (server)
    return `which asks the model of ${serverWords(server)}${server.quantization ? ` (${server.quantization})` : ''}: images are sent as the original files and preprocessed there; temperature 0, top_p 1, seed 1, ${counted(settings.atOnce ?? 1, 'parallel request')}`
  if (environment.runtime === 'node')
    return `which runs the model without a browser by Transformers.js ${environment.transformers} on ONNX Runtime ${environment.onnxruntime} (${deviceName(settings.device)})`
  if (isNative(settings.device))
    return `which prepares questions in the browser by Transformers.js ${environment.transformers} and runs the model on ONNX Runtime ${environment.onnxruntime} of the same computer (${deviceName(settings.device)})`
  const device = settings.device === 'webgpu' ? 'WebGPU' : 'WebAssembly'
  const kernel = environment.kernel ? ` and Voxelwise’s ${environment.kernel} matrix kernel` : ''
  return `which runs the model in the browser by Transformers.js ${environment.transformers} on ONNX Runtime Web ${environment.onnxruntime} (${device})${settings.device === 'wasm' ? kernel : ''}`
}

const officialWords = (settings: RunSettings): string =>
  `following the protocol of MedRCube (arXiv:2604.13756): each question is asked alone with its image and lettered options, and the model is to answer with the letter. ${scoringWords(settings, 'the letter is read from the text by the official rule')} Samples without an id, question, answer, options or image file are not asked. Failed questions count as unanswered and enter no figure.`

/** How an answer was read off the model. */
function scoringWords(settings: RunSettings, read: string): string {
  const { scoring, fullText, device } = settings
  const most = `at most ${[settings.maxNewTokens, ...lengthWords(settings.newTokensByKind ?? {})].join('; ')} new tokens`
  if (device === 'server') return servedScoringWords(settings, most, read)
  if (scoring === 'choices')
    return 'One forward pass per question gives the probabilities of the option letters at the answer position; the most probable is the answer. This is not the official scoring, which judges generated text.'
  return fullText
    ? `Answers are decoded greedily to the end, ${most}; ${read}.`
    : `Answers are decoded greedily, ${most}; ${read}. Decoding stops early once no further text could change the verdict. Verdicts and figures equal those of the full text; saved answers may be shorter.`
}

function servedScoringWords({ scoring, heldToLetter }: RunSettings, most: string, read: string): string {
  if (scoring === 'generate' && heldToLetter)
    return `Where a question lists options, the server was constrained to write one of them. This is not part of the protocol: figures are not comparable with free answers. Other answers are decoded greedily to the end, ${most}; ${read}. Answers that break the constraint are read in the same way and counted.`
  if (scoring === 'generate')
    return `Answers are decoded greedily to the end, ${most}, without constraint; ${read}. Reasoning is not part of an answer.`
  return 'One token per question is requested, with the log-probabilities of the most probable tokens at the answer position. The most probable option letter is the answer. A letter outside these tokens has only a bound: no spelling of it is more probable than the last token listed. This is not the official scoring, which judges generated text.'
}

export const chainWords = `For the shortcut chains, every diagnosis question is linked with every perception question on the same image. Each link falls into one group: A, both right; B, only the perception right; C, both wrong; D, only the diagnosis right. Shortcut_Prob is D / (C + D), Luck_Rate is D / (A + D), and Rationality is 1 − Luck_Rate. Diagnoses of tasks in which the model gives one answer to everything are counted in the rates; comparisons and findings leave them out. Links on the same image are correlated, so images count, not links. Where the data set names groups of images, groups count. Shortcut_Prob and the rate with right perception, A / (A + B), have 95% Korn–Graubard intervals with a correlation of ${priorIcc}; the interval of their difference combines both (G. Y. Zou, A. Donner, 2008). Luck_Rate and Rationality have 95% percentile intervals of a bootstrap clustered by image, ${count(defaultResamples)} resamples, seed ${defaultSeed}. Where all resamples agree, their interval is Korn–Graubard’s.`

export const pairedWords =
  'Passes are paired with the run question by question. Differences have 95% MOVER intervals for clustered pairs and exact sign-flip p-values over clusters, adjusted by Holm’s method over the voxels of one pass.'

/** What stands beside every accuracy. */
const usualWords =
  'Beside it stands what the most frequent right answer of each task and kind of question would score: by its text or its letter, whichever is right more often. An accuracy is called above guessing only where its interval lies above both.'

const chanceWords =
  'For yes/no questions it is one half; for multi-select questions, one over the number of non-empty sets of options; free-text questions have none.'
