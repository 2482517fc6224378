/** What a guesser scores that does not see the image: beside every figure of a header cube. */
import type { HeaderBaseline } from '../formats/format.ts'

export interface Guessed {
  readonly group: string
  readonly options: readonly string[]
  readonly answer: string
}

export function blindBaseline(questions: readonly Guessed[]): HeaderBaseline {
  const n = questions.length
  const right = counts(questions.map(({ answer }) => answer))
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, n)
  return {
    n,
    groups: new Set(questions.map(({ group }) => group)).size,
    answers: right.size,
    chance: mean(questions.map(({ options }) => 1 / options.length)),
    majority: Math.max(0, ...right.values()) / Math.max(1, n),
    optionsOnly: mean(credits(questions, right)),
  }
}

function credits(questions: readonly Guessed[], right: ReadonlyMap<string, number>): readonly number[] {
  const offered = counts(questions.flatMap(({ options }) => options))
  const inGroup = ({ group }: Guessed, value: string): string => `${group}\n${value}`
  const rightInGroup = counts(questions.map(question => inGroup(question, question.answer)))
  const offeredInGroup = counts(
    questions.flatMap(question => question.options.map(option => inGroup(question, option))),
  )
  return questions.map(question => {
    const rates = question.options.map(option => {
      const key = inGroup(question, option)
      const times = (offered.get(option) ?? 0) - (offeredInGroup.get(key) ?? 0)
      return times === 0 ? 0 : ((right.get(option) ?? 0) - (rightInGroup.get(key) ?? 0)) / times
    })
    const best = Math.max(...rates)
    const tied = question.options.filter((_, i) => rates[i] === best)
    return tied.includes(question.answer) ? 1 / tied.length : 0
  })
}

function counts(texts: readonly string[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const text of texts) all.set(text, (all.get(text) ?? 0) + 1)
  return all
}
