/** Boxes, in one of two conventions of coordinates: pixels, or thousandths of width and height. */
import { direct } from '../judges/direct.ts'
import { judgeOf } from '../judges/registry.ts'
import { yesOrNoInAnyLanguage } from '../judges/yes-no.ts'
import type { Protocol } from '../protocol.ts'
import { directPrompts } from './direct.ts'
import { type AskedQuestion, type MappedRules, mappedProtocol } from './mapped.ts'

const shared = {
  version: 1,
  promptOpening: '',
  placesImages: true,
  otherwise: direct,
  yesOrNo: yesOrNoInAnyLanguage,
} as const satisfies Partial<MappedRules>

export const boxesInPixels: Protocol = mappedProtocol({
  ...shared,
  id: 'boxes-in-pixels',
  name: 'Boxes in pixels',
  about:
    'For models that answer in pixels, such as Qwen2.5-VL. Several boxes are matched with the right ones. Right means an overlap of one half.',
  newTokens: { box: 256 },
  prompts: directPrompts,
  judge: direct,
})

/** What MedSG-Bench writes around objects and boxes for Qwen's tokenizers. */
const tags = /<\|(?:object_ref|box)_(?:start|end)\|>/g
const corners = /\((\d{1,9}),(\d{1,9})\),\((\d{1,9}),(\d{1,9})\)/g

/** A question with its own boxes in thousandths too, as MedSG-Bench asks such models. */
function inThousandths({ text, size }: AskedQuestion): string {
  const plain = text.replace(tags, '')
  if (!size) return plain
  const [width, height] = size
  const part = (value: string, of: number) => Math.round((Number(value) / of) * 1000)
  return plain.replace(
    corners,
    (_, left: string, top: string, right: string, bottom: string) =>
      `[${part(left, width)},${part(top, height)},${part(right, width)},${part(bottom, height)}]`,
  )
}

/** Of the benchmark's several format lines this is one in this project's words. Its limit is 128 new tokens, too. */
export const medsgBench: Protocol = mappedProtocol({
  ...shared,
  id: 'medsg-bench',
  name: 'MedSG-Bench, boxes from 0 to 1000',
  about:
    'For models that answer in thousandths of the image, such as Qwen2-VL and InternVL. Read as by MedSG-Bench’s eval/utils.py. Right means an overlap of one half.',
  newTokens: { box: 128 },
  prompts: {
    ...directPrompts,
    box: asked =>
      `${inThousandths(asked)}\nAnswer with the coordinates only, from 0 to 1000 of width and height: (x1,y1),(x2,y2).`,
  },
  judge: judgeOf({ id: 'medsg-bench', version: 1 }),
})
