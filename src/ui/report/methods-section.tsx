import type { ReportFacts } from '../../app/controller/report-facts.ts'
import { computedHere } from '../../engine/protocol/device.ts'
import { fitWords } from '../../engine/protocol/elsewhere.ts'
import { defaultSeed } from '../../engine/statistics/bootstrap.ts'
import { confidenceResamples } from '../../engine/statistics/confidence.ts'
import { count } from '../text/format.ts'
import { servedWords } from '../text/server.ts'
import {
  bootstrap,
  brier,
  type Citation,
  CitationsSection,
  calibration,
  circularEvaluation,
  corruptions,
  holm,
  mcnemar,
  medrcube,
  newcombe,
  positionBias,
  sequences,
  software,
  wilson,
} from './citations.tsx'
import { evaluateCommand, passesOf, scoreCommand } from './command.ts'
import { chainWords, chanceWords, engineWords, protocolWords } from './methods.ts'

/** How the figures came to be, in words for a paper; what to cite; how to make them again. */
export function MethodsSection({ facts }: { readonly facts: ReportFacts }) {
  const { run, credibility, levels } = facts
  const { settings, environment, model, dataset } = run
  return (
    <>
      <section aria-labelledby="methods">
        <h2 id="methods">Methods</h2>
        <p>
          <bdi>{model.name}</bdi>
          {computedHere(settings) && ` (${settings.dtype})`} was evaluated on <bdi>{dataset.name}</bdi> with
          Voxelwise {environment.app}, {engineWords(run)}, {protocolWords(settings)} Accuracy is the share of
          right answers, with Wilson’s 95% score interval (1927); chance is the mean of one over the number of
          options. {facts.overview.readings && chanceWords} A voxel is one combination of region, modality and
          task.
        </p>
        {model.elsewhere && <p>{fitWords(model.elsewhere)}</p>}
        <PartMethods facts={facts} />
        {facts.overview.served && servedWords(facts.overview.served).map(words => <p key={words}>{words}</p>)}
        <p>
          {chainWords}
          {credibility.overall.links === 0 && ' This run has no such links.'}
        </p>
        {facts.confidence && (
          <p>
            Confidence is the probability of the chosen letter among the options’ letters, all spellings of a
            letter summed. ECE is over ten bins; the Brier score is over all options (0 to 2). Intervals of
            these scores are percentiles of {count(confidenceResamples)} resamples of images, seed{' '}
            {defaultSeed}.
          </p>
        )}
        {facts.probes && (
          <p>
            Each extra pass asks the same questions of the same model again with one thing changed, and is
            paired with the run question by question. Differences have Newcombe’s 95% interval for paired
            proportions (method 10) and McNemar’s exact p-value, those of the voxels of one pass adjusted by
            Holm’s method.
          </p>
        )}
      </section>
      <CitationsSection citations={citationsOf(facts)} />
      <section aria-labelledby="again">
        <h2 id="again">To make it again</h2>
        <p>
          {run.probe && 'This is an extra pass over the samples of another run: the command makes both. '}
          In a checkout of Voxelwise {environment.app}, with the same two folders by their fingerprints:
        </p>
        <pre>
          <code>{evaluateCommand(run, facts.probes ? passesOf(facts.probes) : [])}</code>
        </pre>
        <p>The figures alone, from the answers that were saved:</p>
        <pre>
          <code>{scoreCommand(levels)}</code>
        </pre>
        {levels.high && <p>High-level tasks: {levels.high.join('; ')}.</p>}
        {levels.ignore && <p>Ignored tasks: {levels.ignore.join('; ') || 'none'}.</p>}
      </section>
    </>
  )
}

/** How an unfinished run was drawn, and what its intervals are. */
function PartMethods({ facts: { run, overview } }: { readonly facts: ReportFacts }) {
  if (!overview.part || overview.part.basis === 'unknown') return null
  const { asked, of } = overview.part
  const { order, seed } = run.settings
  return (
    <p>
      {count(asked)} of {count(of)} questions were asked,{' '}
      {order === 'balanced'
        ? `all of an image together, in a balanced order: images in blocks of like labels, one of each block a round, drawn without replacement (seed ${seed}). In place of Wilson’s intervals those of accuracies are 95% confidence sequences for the accuracy on all ${count(of)}, over rounds that are whole, with images as clusters: each is wrong at any time in at most 5% of runs.`
        : 'in the data set’s order. In place of Wilson’s intervals those of accuracies are what the open questions leave possible.'}
    </p>
  )
}

function citationsOf({ confidence, probes, overview }: ReportFacts): readonly Citation[] {
  return [
    medrcube,
    wilson,
    ...(overview.part?.basis === 'drawn' ? [sequences] : []),
    bootstrap,
    ...(confidence ? [calibration, brier] : []),
    ...(probes?.order ? [positionBias, circularEvaluation] : []),
    ...(probes && probes.corruptions.length > 0 ? [corruptions] : []),
    ...(probes ? [mcnemar, holm, newcombe] : []),
    ...software,
  ]
}
