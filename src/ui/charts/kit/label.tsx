import { labelLine, type TextClass } from './text.ts'

interface Props {
  readonly lines: readonly string[]
  readonly x?: number
  /** Baseline of the first line. */
  readonly y: number
  readonly style?: TextClass
  readonly isEnd?: boolean
  /** All of it, where the lines may be cut. */
  readonly whole?: string
}

/** A label in as many lines as it has. */
export function Label({ lines, x = 0, y, style = 'plot-label', isEnd = false, whole }: Props) {
  return (
    <text className={isEnd ? `${style} end` : style}>
      {whole !== undefined && <title>{whole}</title>}
      {lines.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may be alike
        <tspan key={at} x={x} y={y + labelLine * at}>
          {text}
        </tspan>
      ))}
    </text>
  )
}
