/** VQA v2: short answers of several people, scored by how many of them said the same. The data set has no prompt of its own. */
import { direct } from '../judges/direct.ts'
import { judgeOf } from '../judges/registry.ts'
import { yesOrNoInAnyLanguage } from '../judges/yes-no.ts'
import { directPrompts } from './direct.ts'
import { mappedProtocol } from './mapped.ts'

export const vqaV2 = mappedProtocol({
  id: 'vqa-v2',
  version: 1,
  name: 'VQA v2',
  about:
    'Asks as "Direct" does. An answer gets a third for each person who gave it, as in the official vqaEval.py. Right means at least one half.',
  promptOpening: 'Question: ',
  placesImages: true,
  prompts: directPrompts,
  judge: judgeOf({ id: 'vqa-v2', version: 1 }),
  otherwise: direct,
  yesOrNo: yesOrNoInAnyLanguage,
})
