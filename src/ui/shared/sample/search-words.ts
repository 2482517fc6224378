/** Text search. */
import { imagesOf } from '../../../engine/protocol/sample.ts'
import type { ListedSample } from '../table/saved-columns.ts'

/** A test whether a text contains every word of a search, ignoring case; null for an empty search. */
export function wordTest(search: string): ((text: string) => boolean) | null {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  return text => {
    const searched = text.toLowerCase()
    return words.every(word => searched.includes(word))
  }
}

/** The searched text of a sample: question, id and image paths. */
export const searchedOf = (
  sample: Pick<ListedSample, 'question' | 'id' | 'image' | 'furtherImages'>,
): string => `${sample.question}\n${sample.id}\n${imagesOf(sample).join('\n')}`
