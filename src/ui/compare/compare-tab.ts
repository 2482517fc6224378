/** What a comparison consists of: its tabs. */
import type { ComponentType } from 'react'
import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Compared } from '../../app/controller/report-facts.ts'
import type { FieldSplit } from '../../engine/analysis/field-split.ts'

export interface CompareTabProps {
  /** Null where no runs are chosen, or one of them cannot be read. */
  readonly compared: Compared | null
  readonly levels: LevelChoice
  readonly query: URLSearchParams
}

export interface CompareTab {
  /** In the address. */
  readonly id: string
  readonly name: string
  /** The field, besides the axes, by which the address wants the comparison split; null for none. */
  readonly split: (query: URLSearchParams) => FieldSplit | null
  readonly Body: ComponentType<CompareTabProps>
}

export const isUnsplit = (): null => null
