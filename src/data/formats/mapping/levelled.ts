/** Characters: a longer text is no option, and is compared as it is. A guess compares each text hundreds of times. */
const MAX_OPTION = 100_000

/** A text by which two spellings of the same option are the same: case, spaces, quotes and a full stop make no difference. */
export function levelled(text: string): string {
  if (text.length > MAX_OPTION) return text
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
export function foldedLabel(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}_.,;:]+/gu, '')
}
