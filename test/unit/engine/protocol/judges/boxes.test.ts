/** Answers that are boxes: forms of a reply, conventions of coordinates, and the overlap with one or several right boxes. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  boxText,
  type Corners,
  type FrameSize,
  intersectionOverUnion,
  matchedIou,
  parseBoxes,
} from '../../../../../src/engine/protocol/boxes.ts'
import { medsgBoxes, pixelBoxes } from '../../../../../src/engine/protocol/judges/boxes.ts'
import type { AnswerReader } from '../../../../../src/engine/protocol/judges/judge.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'

const right = [10, 20, 110, 220] as const
const judge = (reader: AnswerReader, response: string, more = {}) =>
  reader.judge(response, { kind: 'box', options: [], answer: boxText([right]), ...more })

test('the overlap of two boxes', () => {
  expect(intersectionOverUnion(right, right)).toBe(1)
  expect(intersectionOverUnion(right, [60, 20, 160, 220])).toBeCloseTo(1 / 3)
  expect(intersectionOverUnion(right, [110, 20, 120, 220])).toBe(0)
  expect(intersectionOverUnion(right, [110, 220, 10, 20])).toBe(0)
})

test('several boxes are paired, and each without a partner counts as 0', () => {
  const other = [300, 300, 400, 400] as const
  expect(matchedIou([other, right], [right, other])).toBe(1)
  expect(matchedIou([right], [right, other])).toBe(1 / 2)
  expect(matchedIou([right, other, [0, 0, 1, 1]], [right])).toBeCloseTo(1 / 3)
  expect(matchedIou([], [right])).toBe(0)
})

test('boxes as a sample has them', () => {
  expect(parseBoxes(boxText([right, [0.5, 1, 2, 3]]))).toEqual([right, [0.5, 1, 2, 3]])
  expect(parseBoxes('the left lung')).toEqual([])
  expect(parseBoxes('[[1, 2, 3]]')).toEqual([])
})

describe('in pixels', () => {
  test.each([
    '[10, 20, 110, 220]',
    'The box is [10,20,110,220].',
    '(10,20),(110,220)',
    '<|box_start|>(10, 20), (110, 220)<|box_end|>',
    '[[10, 20, 110, 220]]',
    '10 20 110 220',
    '10.0, 20.0, 110.0, 220.0',
    '{"bbox_2d": [10, 20, 110, 220], "label": "nodule"}',
  ])('%s', reply => {
    expect(judge(pixelBoxes, reply)).toEqual({
      reading: { status: 'read', answer: '[[10, 20, 110, 220]]', rule: 'box' },
      correct: true,
      measured: 1,
    })
  })

  test.each(['in the left lung', '10, 20', '1 2 3 4 5', ''])('"%s" has no box', reply => {
    const judged = judge(pixelBoxes, reply)
    expect(judged).toMatchObject({ reading: { status: 'unparsed' }, correct: false })
    expect(judged.measured).toBeUndefined()
  })

  test('right from an overlap of one half on', () => {
    expect(judge(pixelBoxes, '[10, 20, 110, 120]')).toMatchObject({ correct: true, measured: 0.5 })
    expect(judge(pixelBoxes, '[10, 20, 110, 118]')).toMatchObject({ correct: false })
  })
})

describe('as MedSG-Bench reads it', () => {
  const size = [200, 400] as const

  test.each([
    ['(50,50),(550,550)', 1],
    ['[0.05, 0.05, 0.55, 0.55]', 1],
    ['<box>[[50, 50, 550, 550]]</box>', 1],
    ['<box>50 50 550 550</box>', 1],
    ['(50,50),(550,550) or (0,0),(9,9)', 1],
    ['(300,50),(800,550)', 1 / 3],
  ])('%s', (reply, overlap) => {
    expect(judge(medsgBoxes, reply, { size }).measured).toBeCloseTo(overlap)
  })

  test('overlaps equal those of extract_bbox_old and calculate_iou', () => {
    const cases: readonly { reply: string; size: FrameSize; right: Corners; overlap: number }[] = JSON.parse(
      readFileSync('test/golden/medsg-boxes.json', 'utf8'),
    )
    for (const { reply, size, right, overlap } of cases) {
      const { measured = 0 } = judge(medsgBoxes, reply, { size, answer: boxText([right]) })
      expect(measured, reply).toBeCloseTo(overlap, 9)
    }
  })

  test('a reply without a box, and an image of unknown size, are unparsed', () => {
    expect(judge(medsgBoxes, 'here', { size }).reading.status).toBe('unparsed')
    expect(judge(medsgBoxes, '(50,50),(550,550)').reading.status).toBe('unparsed')
  })

  test('its prompt has the boxes of the question in thousandths too, without the tags of one tokenizer', () => {
    const protocol = findProtocol({ id: 'medsg-bench', version: 1 })
    const fields = {
      id: '1',
      kind: 'box',
      question:
        'Find <|object_ref_start|>it<|object_ref_end|> like <|box_start|>(20,40),(100,200)<|box_end|>.',
      answer: boxText([right]),
      size: [200, 400],
    }
    expect(protocol.prompt(fields)).toMatch(/^Find it like \[100,100,500,500\]\.\n/)
    expect(protocol.judge('(50,50),(550,550)', fields)).toMatchObject({ correct: true, measured: 1 })
  })
})
