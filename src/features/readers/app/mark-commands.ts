import type { CommandTable } from '../../../app/controller/services.ts'
import { marksCsv, marksInCsv } from '../data/marks-csv.ts'
import type { MarkSet } from '../engine/marks/mark-set.ts'
import { type Mark, markGiven, marksIn, withMark } from '../engine/marks/marks.ts'

export const markCommands = {
  /** Changes what one person says of an answer. On disk when it resolves. */
  mark: async (
    { queue, store },
    {
      run,
      set,
      by,
      index,
    }: { readonly run: string; readonly set: MarkSet; readonly by: string; readonly index: number },
    change: (mark: Mark) => Mark,
  ): Promise<void> => {
    await (await store).changeRun(run, ({ tags = {}, ...rest }) => {
      const mark = change(markGiven(marksIn(tags, set), by, index))
      const changed = withMark(tags, set, by, index, mark)
      return Object.keys(changed).length > 0 ? { ...rest, tags: changed } : rest
    })
    await queue.refresh()
  },
  /** The marks of a run as CSV. */
  marksFile: async ({ rows, store }, run: string, sets: readonly MarkSet[]): Promise<File> => {
    const { tags = {} } = await (await store).run(run)
    const text = marksCsv(run, tags, sets, (await rows.of(run)).rows)
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
    await (await store).changeRun(run, ({ tags = {}, ...rest }) => {
      const next = read.addedTo(tags)
      added = next.added
      return { ...rest, tags: next.tags }
    })
    await queue.refresh()
    return added
  },
} satisfies CommandTable
