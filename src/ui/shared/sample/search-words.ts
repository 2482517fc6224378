/** What a search text finds. */
import { imagesOf } from '../../../engine/protocol/sample.ts'
import type { ListedSample } from '../table/saved-columns.ts'

/** Whether a text holds every word of a search, in any case; null where nothing is searched for. */
export function wordTest(search: string): ((text: string) => boolean) | null {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  return text => {
    const searched = text.toLowerCase()
    return words.every(word => searched.includes(word))
  }
}

/** What of a sample is searched: its question, its id and the paths of its images. */
export const searchedOf = (
  sample: Pick<ListedSample, 'question' | 'id' | 'image' | 'furtherImages'>,
): string => `${sample.question}\n${sample.id}\n${imagesOf(sample).join('\n')}`
