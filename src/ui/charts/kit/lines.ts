/** Plots of labelled lines: labels at the left or above, the plot, and columns of figures at the right. */
import { sum } from 'd3-array'
import { labelLine, type MeasureText, type TextClass, widest, wrapText } from './text.ts'

interface LineInput {
  /** Null where the line belongs to the label above it. */
  readonly label: string | null
  /** Height of its drawing. */
  readonly tall: number
}

interface FigureColumn {
  readonly texts: readonly string[]
  readonly style: TextClass
}

interface PlotLine {
  readonly label: readonly string[]
  /** Baseline of the label's first line. */
  readonly labelY: number
  /** Middle of its drawing. */
  readonly y: number
}

interface LinesLayout {
  /** Ends of the plot's scale. */
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly lines: readonly PlotLine[]
  /** Where each column of figures begins. */
  readonly columns: readonly number[]
}

interface Options {
  readonly width: number
  readonly measure: MeasureText
  /** Where the first line begins. */
  readonly top: number
  /** Room between labels and scale. */
  readonly inset?: number
  /** Room between one label's lines and the next label. */
  readonly apart?: number
}

/** In a narrower plot, labels are above their lines. */
const minPlot = 200
const [beforeFigures, betweenFigures] = [14, 10]

/** Gives labels and figures the room that their texts take, and the plot the rest. */
export function linesLayout(
  inputs: readonly LineInput[],
  figures: readonly FigureColumn[],
  { width, measure, top, inset = 16, apart = 0 }: Options,
): LinesLayout {
  const wides = figures.map(({ texts, style }) => widest(texts, measure, style))
  const taken = sum(wides) + (wides.length - 1) * betweenFigures + beforeFigures
  const right = Math.floor(width - taken) - 2
  const wrapped = (room: number) =>
    inputs.map(({ label }) => (label === null ? [] : wrapText(label, room, measure, 'plot-label')))
  const beside = wrapped(Math.min(250, width * 0.3))
  const labelWidth = Math.ceil(widest(beside.flat(), measure, 'plot-label'))
  const isNarrow = right - (labelWidth + inset) < minPlot
  const labels = isNarrow ? wrapped(width) : beside

  let bottom = top
  const lines = inputs.map(({ tall }, at) => {
    const label = labels[at] ?? []
    const text = labelLine * label.length
    if (at > 0 && label.length > 0) bottom += isNarrow ? Math.max(6, apart) : apart
    const first = bottom + (isNarrow && label.length > 0 ? text + 4 : 0)
    const size = isNarrow || label.length === 0 ? tall : Math.max(tall, text + 6)
    bottom = first + size
    const y = first + size / 2
    const labelY = isNarrow
      ? first - 4 - labelLine * (label.length - 1)
      : y + 4 - (labelLine / 2) * (label.length - 1)
    return { label, labelY, y }
  })
  let x = right + beforeFigures
  const columns = wides.map(wide => {
    const place = x
    x += wide + betweenFigures
    return place
  })
  return { left: (isNarrow ? 0 : labelWidth) + inset, right, bottom, lines, columns }
}
