/** What a file of the tab Export is. */
import type { Controller } from '../../app/controller/commands.ts'
import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Waiter } from '../../app/controller/waiter.ts'
import type { FileWords } from '../../data/export/exported-file.ts'
import type { SubgroupView } from '../../engine/analysis/subgroup-view.ts'

/** Which run a file is of, and what the user chose for its figures. */
export interface FileSubject {
  readonly run: string
  readonly levels: LevelChoice
  /** The user's own groups of questions. */
  readonly views: readonly SubgroupView[]
}

export interface SavedFile extends FileWords {
  readonly write: (controller: Controller, subject: FileSubject, waiting: Waiter) => Promise<Blob>
  /** Whether that of a small run is written before it is wanted, to show its size. */
  readonly isWrittenAhead: boolean
}
