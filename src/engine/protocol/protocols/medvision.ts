/** MedVision (2026): measurements as numbers. Its sentences are known as paraphrases; these are this project's. */
import { direct } from '../judges/direct.ts'
import { judgeOf } from '../judges/registry.ts'
import { yesOrNoInAnyLanguage } from '../judges/yes-no.ts'
import { directPrompts } from './direct.ts'
import { mappedProtocol } from './mapped.ts'

export const medvision = mappedProtocol({
  id: 'medvision',
  version: 1,
  name: 'MedVision',
  about:
    'Asks for numbers only. Reads the last numbers of the reply, as MedVision’s parse_utils.py. Right means a relative error below 0.1.',
  promptOpening: 'Question: ',
  placesImages: true,
  prompts: directPrompts,
  judge: judgeOf({ id: 'medvision', version: 1 }),
  otherwise: direct,
  yesOrNo: yesOrNoInAnyLanguage,
})
