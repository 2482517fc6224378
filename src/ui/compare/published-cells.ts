/** The published table as it is printed, cell by cell. */
import {
  doubtfulModels,
  misprints,
  type PublishedModel,
  publishedModels,
  randomBaseline,
} from '../../engine/analysis/published.ts'

/** Guessing first, as in the paper. */
export const publishedRows: readonly PublishedModel[] = [
  ...(randomBaseline ? [randomBaseline] : []),
  ...publishedModels,
]

/** A model’s name, marked where its figures contradict each other. */
export const publishedName = ({ name }: PublishedModel): string =>
  `${name}${doubtfulModels.includes(name) ? ' †' : ''}`

/** Accuracy in %: overall, or in one slice, marked where it is misprinted. */
export function publishedCell({ name, overall, slices }: PublishedModel, key?: string): string {
  const share = key === undefined ? overall : (slices.get(key) ?? Number.NaN)
  const isMisprint = misprints.some(one => one.model === name && one.key === key)
  return `${(share * 100).toFixed(2)}${isMisprint ? ' *' : ''}`
}
