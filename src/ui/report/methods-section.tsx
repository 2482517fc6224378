import type { ReportFacts } from '../../app/controller/report-facts.ts'
import { computedHere } from '../../engine/protocol/device.ts'
import { fitWords } from '../../engine/protocol/elsewhere.ts'
import { isMedical } from '../../engine/protocol/probe.ts'
import { defaultSeed } from '../../engine/statistics/bootstrap.ts'
import { confidenceResamples } from '../../engine/statistics/confidence.ts'
import { auditMethods } from '../text/audit.ts'
import { clusteringWords } from '../text/clusters.ts'
import { findingMethods } from '../text/findings.ts'
import { count } from '../text/format.ts'
import { servedWords } from '../text/server.ts'
import {
  asymptotic,
  bootstrap,
  brier,
  type Citation,
  calibration,
  circularEvaluation,
  corruptions,
  holm,
  kornGraubard,
  medicalCorruptions,
  medrcube,
  mover,
  positionBias,
  sequences,
  signFlip,
  software,
} from './citations.tsx'
import { evaluateCommand, scoreCommand } from './command.ts'
import { chainWords, chanceWords, engineWords, protocolWords } from './methods.ts'

/** How the figures were computed, in words for a paper. */
export function Methods(facts: ReportFacts) {
  const { run, overview, credibility } = facts
  const { settings, environment, model, dataset } = run
  return (
    <>
      <p>
        <bdi>{model.name}</bdi>
        {computedHere(settings) && ` (${settings.dtype})`} was evaluated on <bdi>{dataset.name}</bdi> with
        Voxelwise {environment.app}, {engineWords(run)}, {protocolWords(settings)} Accuracy is the share of
        right answers. {overview.part?.basis === 'drawn' ? '' : clusteringWords(overview.clustering)} The
        guessing rate is the mean of one over the number of options. {overview.readings && chanceWords} A
        voxel is one combination of region, modality and task.
      </p>
      {model.elsewhere && <p>{fitWords(model.elsewhere)}</p>}
      <PartMethods run={run} overview={overview} />
      {overview.served && servedWords(overview.served).map(words => <p key={words}>{words}</p>)}
      <p>
        {chainWords}
        {credibility.overall.links === 0 && ' This run has no such links.'}
      </p>
      {facts.confidence && (
        <p>
          Confidence is the probability of the chosen letter among the options’ letters; all spellings of a
          letter are summed. ECE uses ten bins and is biased upwards on few answers. The Brier score covers
          all options (0 to 2). Score intervals are percentiles of {count(confidenceResamples)} resamples of
          clusters, seed {defaultSeed}.
        </p>
      )}
      {facts.probes && (
        <p>
          Each extra pass asks the same model the same questions with one thing changed. Passes are paired
          with the run question by question. Differences have 95% MOVER intervals for clustered pairs and
          exact sign-flip p-values over clusters, adjusted by Holm’s method over the voxels of one pass.
          {facts.probes.order &&
            ' For option order, the guessing rate is that of independent guesses. A question counts once, with its mean over the passes. “Right in every order” is the circular evaluation of MMBench.'}
          {facts.probes.corruptions.length > 0 &&
            ' Kinds and strengths of corruption follow ImageNet-C, scaled to each image’s size. Those by modality follow MedMNIST-C; those of MRI, and rings and streaks of CT, are this project’s own.'}
          {facts.probes.audit && ` ${auditMethods}`}
        </p>
      )}
      {facts.findings.length > 0 && <p>Findings: {findingMethods}</p>}
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
export function citationsOf({ confidence, probes, overview }: ReportFacts): readonly Citation[] {
  return [
    medrcube,
    kornGraubard,
    ...(overview.part?.basis === 'drawn' ? [sequences, asymptotic] : []),
    bootstrap,
    ...(confidence ? [calibration, brier] : []),
    ...(probes?.order ? [positionBias, circularEvaluation] : []),
    ...(probes && probes.corruptions.length > 0 ? [corruptions] : []),
    ...(probes?.corruptions.some(({ corruption }) => isMedical(corruption)) ? [medicalCorruptions] : []),
    ...(probes ? [signFlip, holm, mover] : []),
    ...software,
  ]
}
