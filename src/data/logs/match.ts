import { getOrMake } from '../../engine/base/grouping.ts'
import { get, str } from '../../engine/base/python.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import { plain, questionOf, SamplesByQuestion } from './questions.ts'
import type { LoggedAnswer } from './tool-log.ts'

/**
 * Finds the sample of each logged answer: the one with the log's id, else the one at its place. Its question must occur
 * in the logged prompt, since numbers mean other things in other tools. Some benchmarks repeat ids; then the question
 * decides. A sample is used once.
 * @returns null if the data set has no such sample
 */
export async function matched(
  samples: AsyncIterable<readonly Sample[]>,
  answers: readonly LoggedAnswer[],
): Promise<readonly (Sample | null)[]> {
  const known = await candidatesFor(answers, samples)
  const first = firstNumber(known, answers)
  const taken = new Set<Sample>()
  return answers.map(answer => {
    const found = byId(known, answer, taken) ?? at(known, answer, first, taken)
    if (found) taken.add(found)
    return found
  })
}

/** The samples that a log may be about. */
interface Candidates {
  readonly byId: ReadonlyMap<string, SamplesByQuestion>
  readonly byPlace: ReadonlyMap<number, Sample>
}

/** A data set may be much larger than a log: what no answer names is not held. */
async function candidatesFor(
  answers: readonly LoggedAnswer[],
  samples: AsyncIterable<readonly Sample[]>,
): Promise<Candidates> {
  const ids = new Set(answers.flatMap(answer => answer.ids))
  const places = new Set(answers.flatMap(({ number }) => (number === null ? [] : [number, number - 1])))
  const byId = new Map<string, SamplesByQuestion>()
  const byPlace = new Map<number, Sample>()
  let place = 0
  for await (const some of samples)
    for (const sample of some) {
      const id = str(get(sample.fields, 'id'))
      if (ids.has(id)) getOrMake(byId, id, () => new SamplesByQuestion()).add(sample)
      if (places.has(place)) byPlace.set(place, sample)
      place++
    }
  return { byId, byPlace }
}

/** Whether the log counts from 0 or from 1: the base by which more questions match. */
function firstNumber(known: Candidates, answers: readonly LoggedAnswer[]): 0 | 1 {
  const none = new Set<Sample>()
  const fits = (first: 0 | 1): number =>
    answers.filter(answer => at(known, answer, first, none) !== null).length
  return fits(1) > fits(0) ? 1 : 0
}

function byId(known: Candidates, { ids, asked }: LoggedAnswer, taken: ReadonlySet<Sample>): Sample | null {
  const text = plain(asked)
  for (const id of ids) {
    const found = known.byId.get(id)?.first(text, taken)
    if (found) return found
  }
  return null
}

function at(
  { byPlace }: Candidates,
  { number, asked }: LoggedAnswer,
  first: 0 | 1,
  taken: ReadonlySet<Sample>,
): Sample | null {
  const sample = number === null ? undefined : byPlace.get(number - first)
  if (!sample || taken.has(sample)) return null
  return plain(asked).includes(plain(questionOf(sample))) ? sample : null
}
