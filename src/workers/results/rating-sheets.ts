import { ratingSheet, readRatingSheet } from '../../data/export/rating-sheet.ts'
import { collectRecords } from '../../data/export/stored-runs.ts'
import { checkJsonSize, MAX_EXPORTED_FILE } from '../../data/sources/file-limits.ts'
import type { Store } from '../../data/store/store.ts'
import { listRatedItems } from '../../engine/protocol/protocols/judged-samples.ts'
import { rubricNamed } from '../../engine/protocol/rubrics/rubric.ts'
import type { ResultsWorker } from '../contracts/stored.ts'

/** Sheets on which people rate the free-text answers of a run. */
export const ratingSheetMethods = (
  opening: Promise<Store>,
): Pick<ResultsWorker, 'ratingSheet' | 'readRatingSheet'> => ({
  async ratingSheet(id, rubric) {
    const store = await opening
    const items = listRatedItems(await collectRecords(store, id), await store.run(id))
    return new Blob([ratingSheet(rubricNamed(rubric), items)], { type: 'text/csv' })
  },
  async readRatingSheet(id, file) {
    checkJsonSize(file.name, file.size, MAX_EXPORTED_FILE)
    const rubric = rubricNamed(id)
    const ratings = await readRatingSheet(rubric, await file.text(), file.name)
    const { version } = rubric
    return { rubric: { id, version }, file: file.name, ratings: Object.fromEntries(ratings) }
  },
})
