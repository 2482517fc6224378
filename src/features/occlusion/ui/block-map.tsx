interface Props {
  /** Row by row; blocks that support an answer are positive. */
  readonly cells: readonly number[]
  readonly side: number
  /** The value drawn in full strength. */
  readonly most: number
  readonly label: string
}

/** The blocks of an image by how much an answer depends on them; over an image it covers it. */
export function BlockMap({ cells, side, most, label }: Props) {
  return (
    <svg
      className="block-map"
      viewBox={`0 0 ${side} ${side}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {cells.map((value, block) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
          key={block}
          className={value < 0 ? 'block-against' : 'block-for'}
          x={block % side}
          y={Math.floor(block / side)}
          width={1}
          height={1}
          fillOpacity={most > 0 ? (0.8 * Math.min(Math.abs(value), most)) / most : 0}
        />
      ))}
    </svg>
  )
}

/** What the colours of a map mean. */
export function BlockKey() {
  return (
    <p className="block-key muted">
      <span className="block-for" /> supports the answer <span className="block-against" /> speaks against it
    </p>
  )
}
