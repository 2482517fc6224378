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
}

/** The first rows of a long table, and all of them at a press. Paper has all. @param many what they are, such as "findings" */
export function useFirstRows(total: number, many: string): FirstRows {
  const [isWhole, setWhole] = useState(false)
  const isPaper = usePaper()
  return {
    shown: isPaper || isWhole ? total : Math.min(firstRows, total),
    button: total > firstRows && (
      <Button onClick={() => setWhole(!isWhole)}>
        {isWhole ? `Show the first ${firstRows}` : `Show all ${count(total)} ${many}`}
      </Button>
    ),
  }
}
