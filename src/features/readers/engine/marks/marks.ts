/** People's marks are tags of a run: "R1: wrong inference" is the main one, "R1: also contradiction" another. */
import { longestCode } from '../../../../engine/protocol/reader.ts'
import { changedTags, type Tags, taggedWith } from '../../../../engine/protocol/tags.ts'
import type { MarkSet } from './mark-set.ts'

/** What one person says of one answer. */
export interface Mark {
  /** One of the set's names; null before it is given. */
  readonly main: string | null
  readonly besides: readonly string[]
}

/** By person, then by the index of the sample. */
export type Marks = ReadonlyMap<string, ReadonlyMap<number, Mark>>

/** Whose marks all labellers have agreed on. */
export const agreedCode = 'agreed'

/** Most characters of a note. */
export const longestNote = 2000

export const noMark: Mark = { main: null, besides: [] }

/** The tag of a name that one person gives. */
export const markTag = (by: string, name: string, isMain: boolean): string =>
  `${by}: ${isMain ? '' : 'also '}${name}`

/** The person of a tag; null where it is none of a name. */
function personInTag(tag: string, rest: string): string | null {
  if (!tag.endsWith(rest)) return null
  const by = tag.slice(0, -rest.length)
  return by.length > 0 && by.length <= longestCode ? by : null
}

/** Whether a tag is a mark of a set. */
export const isMarkTag = (tag: string, { names, besides }: MarkSet): boolean =>
  besides.some(({ name }) => personInTag(tag, markTag('', name, false)) !== null) ||
  names.some(({ name }) => personInTag(tag, markTag('', name, true)) !== null)

/** The marks of a set among the tags of a run. */
export function marksIn(tags: Tags, { names, besides }: MarkSet): Marks {
  const all = new Map<string, Map<number, Mark>>()
  const change = (by: string, indices: readonly number[], next: (mark: Mark) => Mark) => {
    const personal = all.get(by) ?? new Map<number, Mark>()
    all.set(by, personal)
    for (const index of indices) personal.set(index, next(personal.get(index) ?? noMark))
  }
  for (const [tag, indices] of Object.entries(tags)) {
    const beside = besides.find(({ name }) => personInTag(tag, markTag('', name, false)) !== null)
    if (beside) {
      const by = personInTag(tag, markTag('', beside.name, false)) ?? ''
      change(by, indices, mark => ({ ...mark, besides: [...mark.besides, beside.name] }))
      continue
    }
    const main = names.find(({ name }) => personInTag(tag, markTag('', name, true)) !== null)
    if (main)
      change(personInTag(tag, markTag('', main.name, true)) ?? '', indices, mark => ({
        ...mark,
        main: main.name,
      }))
  }
  return all
}

/** The mark of one person on one sample. */
export const markGiven = (marks: Marks, by: string, index: number): Mark =>
  marks.get(by)?.get(index) ?? noMark

/** The tags with another mark of one person on one sample. */
export function withMark(
  tags: Tags,
  { names, besides }: MarkSet,
  by: string,
  index: number,
  mark: Mark,
): Tags {
  const wanted = [
    ...names.map(({ name }) => ({ tag: markTag(by, name, true), isGiven: mark.main === name })),
    ...besides.map(({ name }) => ({ tag: markTag(by, name, false), isGiven: mark.besides.includes(name) })),
  ]
  return wanted
    .filter(({ tag, isGiven }) => taggedWith(tags, tag).includes(index) !== isGiven)
    .reduce((changed, { tag, isGiven }) => changedTags(changed, tag, [index], isGiven), tags)
}

/**
 * The mark after a name was pressed. Of a scale the point is replaced. Of kinds the first is the main one and further ones stand beside
 * it; a second press takes one away, and then the next one is the main one.
 */
export function pressedMark({ isScale, names }: MarkSet, mark: Mark, name: string): Mark {
  const { main, besides } = mark
  const isMainName = names.some(one => one.name === name)
  if (isScale && isMainName) return { main: main === name ? null : name, besides }
  if (main === name) return { main: besides[0] ?? null, besides: besides.slice(1) }
  if (besides.includes(name)) return { main, besides: besides.filter(one => one !== name) }
  if (!isScale && main === null) return { main: name, besides }
  return { main, besides: [...besides, name] }
}
