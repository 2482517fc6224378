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
    'Asks for numbers only. Reads the last numbers of the reply, as MedVision’s parse_utils.py. Right means a relative error below 0.1, or of boxes an overlap of one half.',
  promptOpening: 'Question: ',
  placesImages: true,
  prompts: {
    ...directPrompts,
    box: ({ text }) =>
      `Question: ${text}\nAnswer with four numbers from 0 to 1 only, separated by commas: the lower left corner of the box and its upper right corner, as shares of the image’s width and height, counted from its lower left corner.`,
  },
  judge: judgeOf({ id: 'medvision', version: 1 }),
  otherwise: direct,
  yesOrNo: yesOrNoInAnyLanguage,
})
