import type { CommandTable } from '../../../app/controller/services.ts'
import { findRemark, withRemark } from '../../../engine/protocol/remarks.ts'
import { marksCsv, marksInCsv } from '../data/marks-csv.ts'
import type { MarkSet } from '../engine/marks/mark-set.ts'
import { type Mark, markGiven, marksIn, withMark } from '../engine/marks/marks.ts'

/** Who gives a label, of which set, and to which answer. */
interface MarkKey {
  readonly run: string
  readonly set: MarkSet
  readonly by: string
  readonly index: number
}

const now = (): string => new Date().toISOString()

export const markCommands = {
  /** Changes what one person says of an answer. On disk when it resolves. */
  mark: async (
    { queue, store },
    { run, set, by, index }: MarkKey,
    change: (mark: Mark) => Mark,
  ): Promise<void> => {
    await (await store).changeRun(run, ({ tags = {}, remarks = [], ...rest }) => {
      const mark = change(markGiven(marksIn(tags, set), by, index))
      const changed = withMark(tags, set, by, index, mark)
      const key = { index, by, set: set.id }
      return {
        ...rest,
        ...(Object.keys(changed).length > 0 && { tags: changed }),
        remarks: withRemark(remarks, { ...findRemark(remarks, key), ...key, at: now() }),
      }
    })
    await queue.refresh()
  },
  /** Keeps what one person notes of an answer; nothing where the text is empty. */
  noteMark: async ({ queue, store }, { run, set, by, index }: MarkKey, text: string): Promise<void> => {
    await (await store).changeRun(run, ({ remarks = [], ...rest }) => ({
      ...rest,
      remarks: withRemark(remarks, {
        ...{ index, by, set: set.id, at: now() },
        ...(text !== '' && { note: text }),
      }),
    }))
    await queue.refresh()
  },
  /** The marks of a run as CSV. */
  marksFile: async ({ rows, store }, run: string, sets: readonly MarkSet[]): Promise<File> => {
    const { tags = {}, remarks = [] } = await (await store).run(run)
    const text = marksCsv(run, { tags, remarks }, sets, (await rows.of(run)).rows)
    return new File([text], 'voxelwise-labels.csv', { type: 'text/csv' })
  },
  /**
   * Adds marks that were made elsewhere. @returns how many
   * @throws VoxelwiseError bad-table naming the line, where it cannot be read or says other than what is stored
   */
  addMarks: async (
    { queue, rows, store },
    run: string,
    sets: readonly MarkSet[],
    file: File,
  ): Promise<number> => {
    const known = (await rows.of(run)).rows
    const read = await marksInCsv(file, { run, sets, rows: known })
    let added = 0
    await (await store).changeRun(run, ({ tags = {}, remarks = [], ...rest }) => {
      const next = read.addedTo({ tags, remarks }, now())
      added = next.added
      return {
        ...{ ...rest, tags: next.tags },
        ...(next.remarks.length > 0 && { remarks: next.remarks }),
      }
    })
    await queue.refresh()
    return added
  },
} satisfies CommandTable
