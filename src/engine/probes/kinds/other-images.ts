/** What all kinds that show the images of another question have in common. */
import { listImages } from '../../protocol/sample.ts'
import type { ProbeKind } from './probe-kind.ts'

export const otherQuestionsImages = {
  seen: { images: 'instead', words: () => 'The model saw this image, which belongs to another sample.' },
  others: {
    mayAsk: ({ image }) => image !== null,
    mayShow: (sample, _, shown) => shown.length === listImages(sample).length,
    expected: ['furtherShownImages', 'as many as the further images of its sample'],
  },
} as const satisfies Required<Pick<ProbeKind<never>, 'seen' | 'others'>>
