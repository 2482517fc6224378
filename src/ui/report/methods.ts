/** Sentences on method that the reports have in common. */

import { counted } from '../../engine/base/counted.ts'
import { serverWords } from '../../engine/model/served.ts'
import { toolWords } from '../../engine/protocol/elsewhere.ts'
import { firstProtocol } from '../../engine/protocol/protocol-reference.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import { defaultResamples, defaultSeed } from '../../engine/statistics/bootstrap.ts'
import { count, deviceName } from '../text/format.ts'
import { lengthWords } from '../text/protocol-choices.ts'

/** How questions were asked and answers judged; goes on after a comma. */
export const protocolWords = (settings: RunSettings): string => {
  const { id, version, judge } = settings.protocol
  if (settings.device === 'elsewhere')
    return `and judged them by the protocol ${id}, version ${version}${judge ? `, with the judge ${judge.id}, version ${judge.version}` : ''}. A question without an answer is in no figure.`
  const isOfficial = id === firstProtocol.id && version === firstProtocol.version && !judge
  return isOfficial ? officialWords(settings) : otherProtocolWords(settings)
}

/** Of a protocol by name: what it says of itself, and whose reading another judge's is. */
function otherProtocolWords(settings: RunSettings): string {
  const { reading, about, placesImages } = protocolOf(settings.protocol)
  const { id, version, judge } = settings.protocol
  const read = judge ? ` Answers are read by the judge ${reading.id}, version ${reading.version}.` : ''
  const places = placesImages ? 'where its place-holders say, else before its text' : 'before its text'
  return `following the protocol ${id}, version ${version}. ${about}${read} The images of a question stand ${places}; examples that the data set gives it come first, as answered turns. ${scoringWords(settings, 'the answer is read from the text by these rules')} An answer that cannot be read is unparsed: it counts as wrong and is told apart, and nothing is guessed. A question that failed is no answer and is in no figure.`
}

/** What ran the model, to stand behind "Voxelwise 0.1.0,". */
export function engineWords({ settings, environment, model: { server, elsewhere } }: Run): string {
  if (elsewhere)
    return `which read its answers out of ${elsewhere.file}, a log of ${toolWords(elsewhere)}: how the questions were put to the model, that tool and its settings say`
  if (server)
    return `which asks the model of ${serverWords(server)}${server.quantization ? ` (${server.quantization})` : ''}: images are sent as their files’ own bytes, and their pixels are prepared there; temperature 0, top_p 1, seed 1, ${counted(settings.atOnce ?? 1, 'question')} at once`
  if (environment.runtime === 'node')
    return `which runs the model without a browser by Transformers.js ${environment.transformers} on ONNX Runtime ${environment.onnxruntime} (${deviceName(settings.device)})`
  return `which runs the model in the browser by Transformers.js ${environment.transformers} on ONNX Runtime Web ${environment.onnxruntime} (${settings.device === 'webgpu' ? 'WebGPU' : 'WebAssembly'})`
}

const officialWords = (settings: RunSettings): string =>
  `following the protocol of MedRCube (arXiv:2604.13756): every question is asked alone with its image and its lettered options, and is to be answered with the option’s letter directly. ${scoringWords(settings, 'the letter is read from the text by the official rule')} Samples that lack an id, a question, an answer, all options or their image file are not asked; a question that failed is no answer and is in no figure.`

/** How an answer was read off the model. */
function scoringWords(settings: RunSettings, read: string): string {
  const { scoring, fullText, device } = settings
  const most = `at most ${[settings.maxNewTokens, ...lengthWords(settings.newTokensByKind ?? {})].join('; ')} new tokens`
  if (device === 'server') return servedScoringWords(settings, most, read)
  if (scoring === 'choices')
    return 'One forward pass a question gives the probabilities of the option letters at the answer position; the most probable is the answer. This is not the official scoring, which judges generated text.'
  return fullText
    ? `Answers are decoded greedily to the end, ${most}; ${read}.`
    : `Answers are decoded greedily, ${most}; ${read}. Decoding stops early once no further text could change the verdict: verdicts, and so all figures, are those of the full text, while saved answers may be shorter.`
}

function servedScoringWords({ scoring, heldToLetter }: RunSettings, most: string, read: string): string {
  if (scoring === 'generate' && heldToLetter)
    return `Where a question offers answers, the server was held to write one of them and nothing else, which is no part of the protocol: figures are not those of free answers. Other answers are decoded greedily to the end, ${most}; ${read}. What a server wrote in spite of the constraint is read in the same way, and counted.`
  if (scoring === 'generate')
    return `Answers are decoded greedily to the end, ${most}, free of any constraint; ${read}. Thoughts that the server tells or leaves in its text are no part of an answer.`
  return 'One token a question is asked for, with the log-probabilities of the most probable ones at the answer position, before any constraint; the most probable option letter is the answer. Of a letter that is not among them only a bound is known: no spelling of it is more probable than the last that is told. This is not the official scoring, which judges generated text.'
}

export const chainWords = `For the shortcut chains, every diagnosis question is linked with every perception question on the same image, and each link falls in a group: A, both right; B, only the perception right; C, both wrong; D, only the diagnosis right. Shortcut_Prob is D / (C + D), Luck_Rate is D / (A + D), and Rationality is 1 − Luck_Rate. As links on one image hang together, intervals draw images again, not links: 95% percentile intervals of a bootstrap clustered by image, ${count(defaultResamples)} resamples, seed ${defaultSeed}. Where all images say the same, Wilson’s interval over images stands instead and is marked.`

/** Of questions that are no choice of one option. */
export const chanceWords =
  'Of yes and no it is a half; where several options may be right, one over all sets of them that are not empty; of answers in words none.'
