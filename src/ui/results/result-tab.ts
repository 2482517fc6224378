import type { ComponentType } from 'react'
import type { Results } from '../../app/controller/report-facts.ts'
import type { TabProps } from './tab-props.ts'

/** A tab of a run's results: its address, its name, and what it shows. */
export interface ResultTab {
  readonly id: string
  readonly name: string
  readonly Body: ComponentType<TabProps>
  /** Whether a run has it; absent for every run. @param hasReplies without options, which a judge can read where no rule can */
  isFor?(results: Results, hasReplies: boolean): boolean
}

/** A feature's tab, and the tab behind which it stands. */
export interface FeatureTab extends ResultTab {
  readonly after: string
}
