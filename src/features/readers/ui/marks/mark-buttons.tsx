import { Button } from '../../../../ui/shared/controls/button.tsx'
import type { MarkName, MarkSet } from '../../engine/marks/mark-set.ts'
import type { Mark } from '../../engine/marks/marks.ts'

interface Props {
  readonly set: MarkSet
  readonly mark: Mark
  readonly onPress: (name: string) => void
}

/** A button for each name, large enough for a finger. The main one is marked in words. */
export function MarkButtons({ set: { name, names, besides, isScale }, mark, onPress }: Props) {
  const extra = besides.filter(one => !names.includes(one))
  const button = (one: MarkName) => {
    const isMain = mark.main === one.name
    return (
      <Button
        key={one.name}
        look="reader-option"
        aria-pressed={isMain || mark.besides.includes(one.name)}
        aria-keyshortcuts={one.key}
        onClick={() => onPress(one.name)}
      >
        <kbd>{one.key}</kbd>{' '}
        <span>
          <strong>{one.name}</strong>
          {isMain && !isScale && ' (main)'}
          {one.meaning !== '' && <span className="mark-meaning">{one.meaning}</span>}
        </span>
      </Button>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons store at once, which form fields do not
    <div className="reader-options" role="group" aria-label={name}>
      {names.map(button)}
      {extra.map(button)}
      {!isScale && <p className="note">The first one is the main one. Press it again to take it away.</p>}
    </div>
  )
}
