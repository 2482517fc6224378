/** Lettered choices within a text: in a question that repeats them, or all in one cell. */
import type { Lettered } from './letters.ts'
import { levelled } from './spellings.ts'

interface ChoicesInText {
  readonly options: Lettered
  /** Where the first one begins. */
  readonly start: number
}

const marks = /(^|[\s;,|])[([]?([A-Z])[)\].:：、]+[ \t]*(?=\S)/g

/** The last run of choices that begins with A and continues letter by letter; null if there are not two. */
export function choicesInText(text: string): ChoicesInText | null {
  const found = Array.from(text.matchAll(marks), match => ({
    letter: match[2] ?? '',
    start: match.index + (match[1]?.length ?? 0),
    end: match.index + match[0].length,
  }))
  // The last A that a B follows.
  const lastB = found.findLastIndex(({ letter }) => letter === 'B')
  const first = found.slice(0, Math.max(0, lastB)).findLastIndex(({ letter }) => letter === 'A')
  if (first < 0) return null
  const run = runFrom(found.slice(first))
  const texts = run.map(({ end }, i) =>
    text.slice(end, run[i + 1]?.start).replace(/(?<![\s;,|])[\s;,|]+$/, ''),
  )
  const areLines = texts.slice(0, -1).every(each => !each.includes('\n'))
  const options = run.map(({ letter }, i): readonly [string, string] => {
    const whole = texts[i] ?? ''
    const end = areLines ? whole.indexOf('\n') : -1
    // Text below the last one ("Answer:") is not part of it.
    return [letter, areLines ? whole.slice(0, end < 0 ? undefined : end).trimEnd() : whole]
  })
  return { options, start: run[0]?.start ?? 0 }
}

/** Marks of consecutive letters; other text between them belongs to the options. */
function runFrom<T extends { readonly letter: string }>(found: readonly T[]): readonly T[] {
  const run: T[] = []
  for (const mark of found) if (mark.letter === String.fromCharCode(65 + run.length)) run.push(mark)
  return run
}

const heading = /(?:answer\s+)?(?:choices|options)\s*[:：]?$/i

/** A question without the choices at its end, where those are the row's own options. */
export function withoutChoices(question: string, options: Lettered): string {
  const found = choicesInText(question)
  if (!found || found.options.length !== options.length) return question
  const same = found.options.every(
    ([letter, text], i) => letter === options[i]?.[0] && levelled(text) === levelled(options[i]?.[1] ?? ''),
  )
  return same ? question.slice(0, found.start).trimEnd().replace(heading, '').trimEnd() : question
}
