/** Reads a drawn chart as text, and tells what a reader's eye would stumble over. */
import { measureByTable, type TextClass, textStyles } from '../../../src/ui/charts/kit/text.ts'

interface Box {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
}

const middle = new Set(['plot-tick', 'plot-name', 'cube-modality', 'plot-number', 'matrix-number'])

/** Texts closer to each other on one line than this read as one. */
const minGap = 3

/** Texts that touch, and texts that leave the picture; upright ones are left out. */
export function textProblems(svg: string): readonly string[] {
  const [, width] = /viewBox="0 0 ([\d.]+)/.exec(svg) ?? []
  const boxes = findBoxes(svg)
  const found = boxes
    .filter(({ left, right }) => width !== undefined && (left < -0.5 || right > Number(width) + 0.5))
    .map(({ text }) => `${text} leaves the picture`)
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      if (across > -minGap && Math.abs(one.y - other.y) < 0.8 * Math.min(one.size, other.size))
        found.push(`${one.text} touches ${other.text}`)
    }
  return found
}

function findBoxes(svg: string): readonly Box[] {
  const boxes: Box[] = []
  const places: { readonly x: number; readonly y: number; readonly isUpright: boolean }[] = []
  let classes: readonly string[] = []
  let [x, y, isEnd, isNew] = [0, 0, false, true]
  for (const [, end, name = '', attributes = '', text = ''] of svg.matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    if (name === 'title') continue
    const value = (key: string) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1]
    if (end) places.pop()
    else {
      const from = places.at(-1) ?? { x: 0, y: 0, isUpright: false }
      const [, dx = 0, dy = 0] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(attributes) ?? []
      const isUpright = from.isUpright || attributes.includes('rotate')
      if (!attributes.endsWith('/'))
        places.push({ x: from.x + Number(dx), y: from.y + Number(dy), isUpright })
      if (name === 'text') {
        classes = value('class')?.split(' ') ?? []
        ;[x, y, isEnd] = [0, 0, value('text-anchor') === 'end' || classes.includes('end')]
      }
      if (name === 'text' || name === 'tspan') {
        isNew = name === 'text' || value('x') !== undefined
        ;[x, y] = [Number(value('x') ?? x), Number(value('y') ?? y)]
      }
    }
    const place = places.at(-1)
    const style = classes.find((one): one is TextClass => one in textStyles)
    if (text.trim() === '' || !style || !place || place.isUpright) continue
    const wide = measureByTable(text, style)
    const before = isEnd ? wide : middle.has(style) ? wide / 2 : 0
    const left = place.x + x - before
    const last = boxes.at(-1)
    // What follows in one text is part of it.
    if (!isNew && last)
      boxes[boxes.length - 1] = { ...last, text: last.text + text, right: last.right + wide }
    else boxes.push({ text, left, right: left + wide, y: place.y + y, size: textStyles[style].size })
    isNew = false
  }
  return boxes
}
