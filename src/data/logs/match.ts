import { get, str } from '../../engine/base/python.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { LoggedAnswer } from './tool-log.ts'

/**
 * Which sample each logged answer is about: one that has an id of the log's, else the one at its place; its question must
 * stand in what was asked, since numbers mean other things in other tools. Benchmarks have ids twice, and of several such
 * samples the question decides. A sample is given out once.
 * @returns null where the data set has none
 */
export function matched(
  samples: readonly Sample[],
  answers: readonly LoggedAnswer[],
): readonly (Sample | null)[] {
  const byId = new Map<string, Sample[]>()
  for (const sample of samples) {
    const id = str(get(sample.fields, 'id'))
    const known = byId.get(id)
    if (known) known.push(sample)
    else byId.set(id, [sample])
  }
  const first = firstNumber(samples, answers)
  const taken = new Set<Sample>()
  return answers.map(answer => {
    const candidates = [...answer.ids.flatMap(id => byId.get(id) ?? []), ...at(samples, answer, first)]
    const found = candidates.find(sample => !taken.has(sample) && wasAsked(answer, sample)) ?? null
    if (found) taken.add(found)
    return found
  })
}

/** Whether the log counts from 0 or from 1: by which more questions are where their numbers say. */
function firstNumber(samples: readonly Sample[], answers: readonly LoggedAnswer[]): 0 | 1 {
  const fits = (first: 0 | 1): number =>
    answers.filter(answer => at(samples, answer, first).some(sample => wasAsked(answer, sample))).length
  return fits(1) > fits(0) ? 1 : 0
}

function at(samples: readonly Sample[], { number }: LoggedAnswer, first: 0 | 1): readonly Sample[] {
  const sample = number === null ? undefined : samples[number - first]
  return sample ? [sample] : []
}

const wasAsked = (answer: LoggedAnswer, sample: Sample): boolean =>
  plain(answer.asked).includes(plain(questionOf(sample)))

const questionOf = ({ fields }: Sample): string => str(get(fields, 'question'))

/** Tools trim, wrap and join lines: white space says nothing. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()
