/**
 * VLMEvalKit's questions (`image_mcq.py`, `image_base.py`, as of d21c5e9). The layout is the source's: an optional hint,
 * the question, the options a line each; the closing sentences are known as paraphrases only.
 */
import { direct } from '../judges/direct.ts'
import { judgeOf } from '../judges/registry.ts'
import { directPrompts } from './direct.ts'
import { type AskedQuestion, dotted, mappedProtocol, optionLines } from './mapped.ts'

const hinted = ({ text, hint }: AskedQuestion) => `${hint === '' ? '' : `Hint: ${hint}\n`}Question: ${text}\n`

const short = (asked: AskedQuestion) =>
  `${hinted(asked)}Please give a short and direct answer to the question above.`

export const vlmevalkit = mappedProtocol({
  id: 'vlmevalkit',
  version: 1,
  name: 'VLMEvalKit, exact matching',
  about:
    'Layout as in VLMEvalKit’s tables, the last sentence in this project’s words. Letters are read as by its can_infer. If it would ask a judge model or guess, the answer is unparsed.',
  promptOpening: '',
  placesImages: true,
  prompts: {
    choice: asked =>
      `${hinted(asked)}Options:\n${optionLines(asked, dotted)}\nPlease select the correct answer from the options above. \n`,
    'yes-no': short,
    text: short,
    several: directPrompts.several,
    box: directPrompts.box,
    number: directPrompts.number,
  },
  judge: judgeOf({ id: 'vlmevalkit', version: 1 }),
  otherwise: direct,
})
