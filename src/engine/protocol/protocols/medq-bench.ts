/**
 * MedQ-Bench's descriptions (VLMEvalKit, medqbench_caption.py). The prompt is the benchmark's question alone, which
 * describes the answer's contents itself. The answer is a description of several sentences, which the original has
 * rated by a model (`protocol/rubrics`). The count here is whether it equals the reference.
 */
import { directPrompts, versionsByDirect } from './direct.ts'

export const [medqBenchV1, medqBench] = versionsByDirect({
  id: 'medq-bench',
  name: 'MedQ-Bench, descriptions',
  about:
    'Asks in the benchmark’s own words and nothing else. Rate the descriptions by MedQ-Bench’s rubric (tab Judges): they rarely equal the reference word for word.',
  promptOpening: '',
  // A description of some sentences, with the verdict on the quality at its end.
  newTokens: { text: 256 },
  prompts: { ...directPrompts, text: ({ text }) => text },
})
