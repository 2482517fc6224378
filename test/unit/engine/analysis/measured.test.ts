/** Overlaps, credits and errors: means and shares at thresholds, with intervals that count questions on one image together. */
import { describe, expect, test } from 'vitest'
import { figuresJson, measuredList } from '../../../../src/engine/analysis/figures.ts'
import { countReadings, readingsJson } from '../../../../src/engine/analysis/readings.ts'
import { boxText } from '../../../../src/engine/protocol/boxes.ts'
import { findProtocol } from '../../../../src/engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'

const ask = (
  id: string,
  kind: 'box' | 'number' | 'text',
  answer: string,
  image: (i: number) => number,
  file?: (i: number) => number,
) => {
  const protocol = findProtocol({ id, version: id === 'direct' ? 2 : 1 })
  const record = (reply: string, i: number): RunRecord => {
    const path = `set/${image(i)}.png`
    const fields = {
      id: `q${i}`,
      kind,
      question: 'Which?',
      answer,
      task: 't',
      modality: 'm',
      parts: 'p',
      image_path: path,
    }
    return {
      run: 'r',
      status: 'answered',
      sample: { index: i, fields, image: path, file: 'set/a.json' },
      prompt: protocol.prompt(fields),
      rightAnswer: protocol.rightAnswer(fields),
      response: reply,
      ...(file && { imageFile: { sha256: String(file(i)).padStart(64, '0'), size: 1, modified: null } }),
      ...protocol.judge(reply, fields),
    }
  }
  return (replies: readonly string[]) => countReadings(replies.map(record), protocol)
}

const box = boxText([[0, 0, 100, 100]])
/** Overlaps of 1, 0.6, 0.4, 0.2 and, of a reply without a box, 0. */
const replies = [...[100, 60, 40, 20].map(width => `[0, 0, ${width}, 100]`), 'on the left']

describe('of boxes', () => {
  const readings = ask('boxes-in-pixels', 'box', box, i => i)(replies)
  const [figures] = readings?.measured ?? []

  test('the mean overlap and the share at each threshold', () => {
    expect(figures).toMatchObject({ n: 5, unparsed: 1, measure: { id: 'iou' } })
    expect(figures?.mean?.value).toBeCloseTo(2.2 / 5)
    expect(figures?.shares.map(({ threshold, figure }) => [threshold, figure.share])).toEqual([
      [0.3, 3 / 5],
      [0.5, 2 / 5],
      [0.7, 1 / 5],
    ])
  })

  test('average precisions over all answers, with every box at the same score', () => {
    // Right at 0.5: the first and the second box of four, of five right ones; at 0.3 also the third.
    expect(figures?.averagePrecisions).toEqual([
      { name: 'mAP@30', value: expect.closeTo(61 / 101) },
      { name: 'mAP@50', value: expect.closeTo(41 / 101) },
      { name: 'mAP@50-95', value: expect.closeTo((3 * 41 + 7 * 21) / 10 / 101) },
    ])
    expect(readings && readingsJson(readings)).toMatchObject({
      measured: { iou: { average_precisions: { 'mAP@50': expect.closeTo(41 / 101) } } },
    })
  })

  test('answers on one image count together', () => {
    const pairs = replies.flatMap(reply => [reply, reply])
    const [clustered] = ask('boxes-in-pixels', 'box', box, i => i >> 1)(pairs)?.measured ?? []
    const [single] = ask('boxes-in-pixels', 'box', box, i => i)(pairs)?.measured ?? []
    expect([clustered?.mean?.clusters, clustered?.mean?.unit]).toEqual([5, 'image'])
    expect([single?.mean?.clusters, single?.mean?.unit]).toEqual([10, 'question'])
    const width = (of: typeof single) =>
      of?.mean?.interval ? of.mean.interval.high - of.mean.interval.low : 0
    expect(width(clustered)).toBeGreaterThan(width(single))
  })

  test('answers on equal files under two names count together', () => {
    const pairs = replies.flatMap(reply => [reply, reply])
    const half = (i: number) => i >> 1
    const [named] = ask('boxes-in-pixels', 'box', box, i => i, half)(pairs)?.measured ?? []
    const [same] = ask('boxes-in-pixels', 'box', box, half)(pairs)?.measured ?? []
    expect(named).toEqual(same)
  })

  test('in metrics_summary.json and figures.json', () => {
    expect(readings && readingsJson(readings)).toMatchObject({
      measured: {
        iou: {
          n: 5,
          unparsed: 1,
          mean: { value: expect.closeTo(0.44) },
          thresholds: [{ threshold: 0.3, share: 0.6 }, {}, {}],
        },
      },
    })
    const listed = JSON.parse(figuresJson(measuredList(readings?.measured ?? [])))
    expect(listed.map((of: { figure: string; share: number }) => [of.figure, of.share])).toEqual([
      ['mean-iou', expect.closeTo(0.44)],
      ['iou@0.3', 0.6],
      ['iou@0.5', 0.4],
      ['iou@0.7', 0.2],
    ])
  })
})

test('of numbers, an error is averaged over what could be read, and shares are of all answers', () => {
  const [figures] =
    ask('medvision', 'number', '10', i => i)(['10', '10.5', '12.5', '40', 'large'])?.measured ?? []
  expect(figures).toMatchObject({ n: 5, unparsed: 1, measure: { isError: true } })
  expect(figures?.mean?.value).toBeCloseTo((0 + 0.05 + 0.25 + 3) / 4)
  expect(figures?.mean?.interval?.high).toBeGreaterThan(3)
  expect(figures?.shares.map(({ figure }) => figure.share)).toEqual([2 / 5, 2 / 5, 3 / 5])
})

test('errors that are far apart have a median, and both have bootstrap intervals over images', () => {
  const said = Array.from({ length: 60 }, (_, i) => (i === 7 ? '5000' : String(10 + (i % 6) / 10)))
  const readings = ask('medvision', 'number', '10', i => i >> 1)(said)
  const [figures] = readings?.measured ?? []
  expect(figures?.median).toMatchObject({ clusters: 30, unit: 'image', method: 'bootstrap' })
  expect(figures?.median?.value).toBeCloseTo(0.03)
  expect(figures?.median?.interval?.high).toBeLessThan(0.05)
  expect(figures?.mean?.value).toBeGreaterThan(8)
  expect(figures?.mean?.method).toBe('bootstrap')
  const listed = measuredList(readings?.measured ?? [])
  for (const name of ['mean-relative-error', 'median-relative-error'])
    expect(listed.find(({ figure }) => figure === name)).toMatchObject({
      n: 60,
      clusters: 30,
      method: 'bootstrap',
    })
  expect(readings && readingsJson(readings)).toMatchObject({
    measured: { 'relative-error': { median: { value: expect.closeTo(0.03), clusters: 30 } } },
  })
  // With few images the mean is a ratio, and the median has no interval to list.
  const few = ask('medvision', 'number', '10', i => i >> 1)(said.slice(0, 20))?.measured ?? []
  expect(few[0]?.mean?.method).toBe('ratio')
  expect(few[0]?.median?.interval).toBeNull()
  expect(measuredList(few).map(({ figure }) => figure)).not.toContain('median-relative-error')
})

test('of the soft score the mean, which is no accuracy', () => {
  const [figures] = ask('vqa-v2', 'text', 'net', i => i)(['net', 'The net.', 'fork', 'spoon'])?.measured ?? []
  expect(figures).toMatchObject({ n: 4, measure: { id: 'vqa-accuracy' }, mean: { value: 0.5 }, shares: [] })
})

test('where nothing is measured there are no figures', () => {
  expect(ask('direct', 'text', 'net', i => i)(['net'])?.measured).toEqual([])
})
