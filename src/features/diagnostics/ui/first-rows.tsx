import { type ReactNode, useState } from 'react'
import { usePaper } from '../../../ui/hooks/paper.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { count } from '../../../ui/text/format.ts'

/** More would push everything else off the screen. */
const firstRows = 10

interface FirstRows {
  /** How many rows are shown. */
  readonly shown: number
  /** Shows all, or the first again; null where all are few. */
  readonly button: ReactNode
  /** On paper, how many rows there are and where all of them are; null where all are shown, and on the page. */
  readonly note: ReactNode
}

interface Rows {
  readonly total: number
  /** What they are, such as "findings". */
  readonly many: string
  /** Where all of them are saved, as "figures.json". */
  readonly savedIn: string
}

/** The first rows of a long table, and all of them at a press. Paper has the first, and says where all are. */
export function useFirstRows({ total, many, savedIn }: Rows): FirstRows {
  const [isWhole, setWhole] = useState(false)
  const isPaper = usePaper()
  const isLong = total > firstRows
  return {
    shown: isWhole ? total : Math.min(firstRows, total),
    button: isLong && (
      <Button onClick={() => setWhole(!isWhole)}>
        {isWhole ? `Show the first ${firstRows}` : `Show all ${count(total)} ${many}`}
      </Button>
    ),
    note: isPaper && isLong && (
      <p className="muted">
        The first {firstRows} of {count(total)} {many}. All are in {savedIn}.
      </p>
    ),
  }
}
