/** No regular expression of src takes longer on a hostile text than it should: none backtracks over and over. */
import { readdirSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { processorTime } from '../../unit/support/processor-time.ts'
import { type Pattern, patternsIn, patternsOfText } from './patterns.ts'
import { findPumps, pumped } from './pumps.ts'

const length = 20_000
const limit = 100
/** Milliseconds until an attempt is ended, on however busy a machine. */
const patience = 1000

const search = new Script("for (const text of texts) text.replace(form, '')")
const context = createContext()

/** Milliseconds for all texts, of the clock or of the processors, whichever are fewer. */
function measureTime(form: RegExp, texts: readonly string[]): number {
  Object.assign(context, { form, texts })
  const [clock, processor] = [performance.now(), processorTime()]
  try {
    search.runInContext(context, { timeout: patience })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
  }
  return Math.min(performance.now() - clock, processorTime() - processor)
}

/** What a pattern takes too long for, three times in a row; null where there is nothing. */
function findSlow({ place, source, flags }: Pattern): string | null {
  // Any use may ask for every match: `split` does so, whatever the flags.
  const form = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const pumps = findPumps(source, flags).map(pump => ({ pump, text: pumped(pump, length) }))
  if (
    measureTime(
      form,
      pumps.map(({ text }) => text),
    ) <= limit
  )
    return null
  const slow = pumps.find(({ text }) => [1, 2, 3].every(() => measureTime(form, [text]) > limit))
  return slow ? `${place} /${source}/${flags} on ${JSON.stringify(slow.pump)}` : null
}

test(`every regular expression of src and the packages reads ${length} characters within ${limit} ms, whatever they are`, () => {
  const packages = readdirSync('packages').map(name => `packages/${name}/src`)
  const patterns = patternsIn('src', ...packages)
  expect(patterns.length).toBeGreaterThan(200)
  const different = [
    ...new Map(patterns.map(pattern => [`${pattern.source}/${pattern.flags}`, pattern])).values(),
  ]
  expect(different.flatMap(pattern => findSlow(pattern) ?? [])).toEqual([])
})

test.each([
  ['a run that must reach the end', String.raw`/[.\s]+$/`],
  ['two repetitions of the same', String.raw`/answer:\s*[\s*]*[A-Z]/i`],
  ['a sign that closes nothing', String.raw`/^\s*-\s*([^:]+)$/`],
  ['a line end behind the run', String.raw`/^path:\s*(.*)$/`],
  ['beginnings without an end', String.raw`/<(?:.|\s)*>/`],
  ['without end', String.raw`/^(\w+\s?)*$/`],
  ['constants put together', "const spaces = '[ \\\\t]+'; new RegExp(spaces + '$', 'u')"],
])('a slow one is found: %s', (_, text) => {
  const [pattern] = patternsOfText(text)
  expect(pattern && findSlow(pattern)).toContain('one.ts:1')
})

test('a pattern that is only known at run time is refused, as nothing could test it', () => {
  expect(() => patternsOfText('new RegExp(location.hash)')).toThrow('not made of constants')
})
