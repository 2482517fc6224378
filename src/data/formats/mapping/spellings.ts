import { getOrMake } from '../../../engine/base/grouping.ts'

/**
 * The spelling that represents each label: the most frequent one, of equal ones the first. `x_ray.` and `X-ray` are one
 * label.
 */
export function oneSpelling(labels: Iterable<string | null>): (label: string | null) => string | null {
  const spellings = new Map<string, Map<string, number>>()
  for (const label of labels) {
    if (label === null) continue
    const counts = getOrMake(spellings, foldedLabel(label), () => new Map<string, number>())
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const chosen = new Map(
    Array.from(spellings, ([folded, counts]) => [
      folded,
      [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0],
    ]),
  )
  return label => (label === null ? null : (chosen.get(foldedLabel(label)) ?? label))
}

/** Characters: a longer text is no option, and is compared as it is. A guess compares each text hundreds of times. */
const MAX_OPTION = 100_000

/** ASCII without what is levelled but case: most options are such. */
const plainText = /^[!#-&(-~](?: ?[!-~])*(?<!["'.])$/

/** A text by which two spellings of the same option are the same: case, spaces, quotes and a full stop make no difference. */
export function levelled(text: string): string {
  if (text.length > MAX_OPTION) return text
  if (plainText.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .replace(/^["'\s]+/, '')
    .replace(/(?<!["'\s.。])["'\s.。]+$/, '')
}

/** A label by which `x_ray.` and `X-ray` are the same: nothing but letters, digits and signs of meaning count. */
function foldedLabel(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}_.,;:]+/gu, '')
}
