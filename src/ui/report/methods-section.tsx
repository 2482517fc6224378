import { defaultResamples, defaultSeed } from '../../engine/statistics/bootstrap.ts'
import { count } from '../format.ts'
import { evaluateCommand, scoreCommand } from './command.ts'
import type { ReportFacts } from './facts.ts'

const citations: readonly (readonly [text: string, address: string])[] = [
  [
    'MedRCube, arXiv:2604.13756: the benchmark, its protocol and the shortcut chains.',
    'https://arxiv.org/abs/2604.13756',
  ],
  [
    'E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference, J. Am. Stat. Assoc. 22, 209–212.',
    'https://doi.org/10.1080/01621459.1927.10502953',
  ],
  [
    'A. C. Davison, D. V. Hinkley (1997), Bootstrap Methods and their Application, Cambridge University Press, section 3.8.',
    'https://doi.org/10.1017/CBO9780511802843',
  ],
  ['Hugging Face, Transformers.js.', 'https://github.com/huggingface/transformers.js'],
  ['ONNX Runtime developers, ONNX Runtime.', 'https://onnxruntime.ai'],
]

/** How the figures came to be, in words for a paper; what to cite; how to make them again. */
export function MethodsSection({ facts }: { readonly facts: ReportFacts }) {
  const { run, credibility, levels } = facts
  const { settings, environment, model, dataset } = run
  const command = evaluateCommand(run)
  return (
    <>
      <section aria-labelledby="methods">
        <h2 id="methods">Methods</h2>
        <p>
          {model.name} ({settings.dtype}) was evaluated on {dataset.name} with Voxelwise {environment.app},
          which runs the model in the browser by Transformers.js {environment.transformers} on ONNX Runtime
          Web {environment.onnxruntime} ({settings.device === 'webgpu' ? 'WebGPU' : 'WebAssembly'}), following
          the protocol of MedRCube (arXiv:2604.13756): every question is asked alone with its image and its
          lettered options, and is to be answered with the option’s letter directly. {scoringWords(facts)}{' '}
          Samples that lack an id, a question, an answer, all options or their image file are not asked; a
          question that failed is no answer and is in no figure. Accuracy is the share of right answers, with
          Wilson’s 95% score interval (1927); chance is the mean of one over the number of options. A voxel is
          one combination of region, modality and task.
        </p>
        <p>
          For the shortcut chains, every diagnosis question is linked with every perception question on the
          same image, and each link falls in a group: A, both right; B, only the perception right; C, both
          wrong; D, only the diagnosis right. Shortcut_Prob is D / (C + D), Luck_Rate is D / (A + D), and
          Rationality is 1 − Luck_Rate. As links on one image hang together, intervals draw images again, not
          links: 95% percentile intervals of a bootstrap clustered by image, {count(defaultResamples)}{' '}
          resamples, seed {defaultSeed}. Where all images say the same, Wilson’s interval over images stands
          instead and is marked.
          {credibility.overall.links === 0 && ' This run has no such links.'}
        </p>
      </section>
      <section aria-labelledby="citations">
        <h2 id="citations">To cite</h2>
        <ul>
          {citations.map(([text, address]) => (
            <li key={address}>
              {text} <a href={address}>{address}</a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="again">
        <h2 id="again">To make it again</h2>
        {command === null ? (
          <p>
            This is an extra pass over the samples of another run: open that run in Voxelwise and add the same
            pass under Probes. Its answers are scored again by
          </p>
        ) : (
          <>
            <p>
              In a checkout of Voxelwise {environment.app}, with the same two folders by their fingerprints:
            </p>
            <pre>
              <code>{command}</code>
            </pre>
            <p>The figures alone, from the answers that were saved:</p>
          </>
        )}
        <pre>
          <code>{scoreCommand(levels)}</code>
        </pre>
        {levels.high && <p>High-level tasks: {levels.high.join('; ')}.</p>}
        {levels.ignore && <p>Ignored tasks: {levels.ignore.join('; ') || 'none'}.</p>}
      </section>
    </>
  )
}

function scoringWords({ run: { settings } }: ReportFacts): string {
  if (settings.scoring === 'choices')
    return 'One forward pass a question gives the probabilities of the option letters at the answer position; the most probable is the answer. This is not the official scoring, which judges generated text.'
  const most = `at most ${settings.maxNewTokens} new tokens`
  return settings.fullText
    ? `Answers are decoded greedily to the end, ${most}; the letter is read from the text by the official rule.`
    : `Answers are decoded greedily, ${most}; the letter is read from the text by the official rule. Decoding stops early once no further text could change the verdict: verdicts, and so all figures, are those of the full text, while saved answers may be shorter.`
}
