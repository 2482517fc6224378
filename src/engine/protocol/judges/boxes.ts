/** Answers that are boxes: what a reply gives, and its overlap with the right ones. */
import { boxText, type Corners, type FrameSize, matchedIou, parseBoxes } from '../boxes.ts'
import { type Measure, notRead, readAs } from '../reading.ts'
import type { AnswerReader } from './judge.ts'
import { numbersIn } from './numbers.ts'

const number = '(-?\\d+(?:\\.\\d+)?)'

const boxesBy = (pattern: RegExp, reply: string): readonly Corners[] =>
  Array.from(
    reply.matchAll(pattern),
    ([, a, b, c, d]): Corners => [Number(a), Number(b), Number(c), Number(d)],
  )

/** MedSG-Bench's, IoU@0.3, @0.5 and @0.7. */
const overlap: Measure = { id: 'iou', name: 'IoU', isError: false, thresholds: [0.3, 0.5, 0.7] }

/** NOVA's, mAP@30, @50 and @50-95. */
const overlapInPixels: Measure = {
  ...overlap,
  averagePrecisions: [
    { name: 'mAP@30', thresholds: [0.3] },
    { name: 'mAP@50', thresholds: [0.5] },
    { name: 'mAP@50-95', thresholds: Array.from({ length: 10 }, (_, i) => (50 + 5 * i) / 100) },
  ],
}

const anyBox = [
  new RegExp(`\\[\\s*${number}\\s*,\\s*${number}\\s*,\\s*${number}\\s*,\\s*${number}\\s*\\]`, 'g'),
  new RegExp(`\\(\\s*${number},\\s*${number}\\),\\s*\\(\\s*${number},\\s*${number}\\)`, 'g'),
]
const fourNumbers = new RegExp(`^\\D*?${number}[\\s,;]+${number}[\\s,;]+${number}[\\s,;]+${number}\\D*$`, 'g')

/**
 * Boxes, right at an overlap of one half with the right ones.
 * @param find the boxes of a reply, or why there are none
 * @param most how many of the right ones count
 */
const boxReader = (
  measure: Measure,
  find: (response: string, size: FrameSize | undefined) => readonly Corners[] | string,
  most: number,
): AnswerReader => ({
  measure,
  judge(response, { answer, size }) {
    const said = find(response, size)
    if (typeof said === 'string') return notRead(said)
    const measured = matchedIou(said, parseBoxes(answer).slice(0, most))
    return { reading: readAs(boxText(said), 'box'), correct: measured >= 0.5, measured }
  },
})

const noSize = 'the data set does not give the size of the image'

/**
 * This project's strict reading: corners in pixels of the image, `[x1, y1, x2, y2]` or `(x1,y1),(x2,y2)`, as many boxes as the
 * reply has, or four numbers and nothing else.
 */
export const pixelBoxes = boxReader(
  overlapInPixels,
  response => {
    const boxes = anyBox.flatMap(pattern => boxesBy(pattern, response))
    const said = boxes.length > 0 ? boxes : boxesBy(fourNumbers, response)
    return said.length > 0 ? said : 'counted wrong: the reply has no four numbers of a box'
  },
  Number.POSITIVE_INFINITY,
)

/** In the order in which MedSG-Bench tries them; the first form that occurs counts. */
const medsgForms = [
  /\((\d+),\s*(\d+)\),\s*\((\d+),\s*(\d+)\)/g,
  /\[(\d+\.\d+),\s*(\d+\.\d+),\s*(\d+\.\d+),\s*(\d+\.\d+)\]/g,
  /\((\d+\.\d+),(\d+\.\d+)\),\((\d+\.\d+),(\d+\.\d+)\)/g,
  /\((\d+\.\d+),\s*(\d+\.\d+),\s*(\d+\.\d+),\s*(\d+\.\d+)\)/g,
  /\[(\d+),\s*(\d+),\s*(\d+),\s*(\d+)\]/g,
  /<box>(\d+)\s+(\d+)\s+(\d+)\s+(\d+)<\/box>/g,
]

/**
 * MedSG-Bench: the first box of a reply, in thousandths of the image's width and height, or in shares of them where no number
 * exceeds 1 (`extract_bbox_old` and `calculate_iou` of its eval/utils.py, in a fork of 2025). A reply without a box has an
 * overlap of 0 there too.
 */
export const medsgBoxes = boxReader(
  overlap,
  (response, size) => {
    if (size === undefined) return noSize
    const [first] = medsgForms.map(form => boxesBy(form, response)).find(found => found.length > 0) ?? []
    if (first === undefined) return 'MedSG-Bench counts it as an overlap of 0: the reply has no box'
    return [inPixels(first, size)]
  },
  1,
)

function inPixels([left, top, right, bottom]: Corners, [width, height]: FrameSize): Corners {
  const unit = Math.max(left, top, right, bottom) > 1 ? 1000 : 1
  return [(left * width) / unit, (top * height) / unit, (right * width) / unit, (bottom * height) / unit]
}

/**
 * MedVision: the last four numbers of a reply, as shares of the image's width and height from its lower left corner: the lower
 * left and the upper right corner of the box (`FORMAT_PROMPT_BOX_COORDINATES` and `doc_to_target_BoxCoordinate`, 2026).
 */
export const medvisionBox = boxReader(
  overlap,
  (response, size) => {
    if (size === undefined) return noSize
    const [left, low, right, high] = numbersIn(response).slice(-4)
    if (left === undefined || low === undefined || right === undefined || high === undefined)
      return 'MedVision counts it as failed: the reply has fewer than four numbers'
    const [width, height] = size
    return [[left * width, (1 - high) * height, right * width, (1 - low) * height]]
  },
  1,
)
