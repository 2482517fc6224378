import { useEffect, useMemo, useRef, useState } from 'react'
import { byImage, type ImageGroup } from '../../../engine/analysis/by-image.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { Button } from '../../shared/controls/button.tsx'
import { unviewed } from '../../shared/sample/image-view.ts'
import { Thumbnail } from '../../shared/sample/thumbnail.tsx'
import { Verdict } from '../../shared/sample/verdict.tsx'
import { hrefWith } from '../../state/router.ts'
import { count, label } from '../../text/format.ts'
import { TagNames, type TagsOfSample } from './tag-names.tsx'
import type { Ticks } from './use-ticks.ts'

/** Images that are shown at once. */
const step = 60

interface Props {
  readonly run: string
  readonly rows: readonly ResultRow[]
  /** Index of the open sample. */
  readonly open: number | null
  readonly tags: TagsOfSample
  readonly ticks: Ticks
}

/** The selected samples by image: each image once, with its questions. */
export function Gallery({ rows, ...others }: Props) {
  const [shown, setShown] = useState(step)
  const images = useMemo(() => byImage(rows), [rows])
  return (
    <section aria-label="Gallery">
      <ul className="gallery">
        {images.slice(0, shown).map(group => (
          <Tile key={group.rows[0]?.index} {...others} group={group} />
        ))}
      </ul>
      {images.length > shown && (
        <Button onClick={() => setShown(shown + step)}>Show more of {count(images.length)} images</Button>
      )}
    </section>
  )
}

/** Scrolls the gallery, and not the page, which shows the open sample. */
function showInPane(tile: HTMLElement | null): void {
  const pane = tile?.closest('.list-pane')
  if (!tile || !pane) return
  const [inner, outer] = [tile.getBoundingClientRect(), pane.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) pane.scrollTop += inner.top - outer.top
}

interface TileProps extends Omit<Props, 'rows'> {
  readonly group: ImageGroup<ResultRow>
}

/** One image with the questions on it: the picture opens the first of them. */
function Tile({ run, group: { image, rows }, open, tags, ticks }: TileProps) {
  const [first] = rows
  const isOpen = rows.some(({ index }) => index === open)
  const tile = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) showInPane(tile.current)
  }, [isOpen])
  if (!first) return null
  const sampleHref = ({ index }: ResultRow) => hrefWith({ ...unviewed, sample: String(index) })
  const ticked = rows.filter(({ index }) => ticks.has(index)).length
  return (
    <li ref={tile} data-open={isOpen}>
      <a href={sampleHref(first)} aria-label={`Image of sample ${first.id}`}>
        <Thumbnail run={run} path={image} />
      </a>
      <label className="note tick">
        <input
          type="checkbox"
          checked={ticked === rows.length}
          onChange={() => ticks.toggle(rows.map(({ index }) => index))}
        />{' '}
        {label(first.modality)} · {label(first.parts)}
      </label>
      <ul>
        {rows.map(row => (
          <li key={row.index}>
            <a href={sampleHref(row)} aria-current={row.index === open ? 'true' : undefined}>
              <Verdict verdict={row.verdict} short /> {row.question}
            </a>{' '}
            <TagNames names={tags(row.index)} />
          </li>
        ))}
      </ul>
    </li>
  )
}
