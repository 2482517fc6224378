/**
 * MedQ-Bench's descriptions (VLMEvalKit, medqbench_caption.py): the benchmark's own question alone, since it says itself what
 * the answer has to hold. What is said is a description of several sentences, which the original has rated by a model; what is
 * counted here beside that (`protocol/rubrics`) is whether it equals the reference.
 */
import { direct } from '../judges/direct.ts'
import { directPrompts } from './direct.ts'
import { mappedProtocol } from './mapped.ts'

export const medqBench = mappedProtocol({
  id: 'medq-bench',
  version: 1,
  name: 'MedQ-Bench, descriptions',
  about:
    'Asks in the benchmark’s own words and nothing else. A description is meant to be rated by MedQ-Bench’s rubric (tab Judges): that it equals the reference to the word is not to be expected.',
  promptOpening: '',
  // A description of some sentences, with the verdict on the quality at its end.
  newTokens: { text: 256 },
  prompts: { ...directPrompts, text: ({ text }) => text },
  judge: direct,
  otherwise: direct,
})
