/** The options of a rule's questions: balanced, so that their texts alone do not give the answer away. */

import { UniformRandom } from '@voxelwise/statistics'
import { hashText } from '../../../engine/base/hash.ts'

export interface OptionRule {
  /** Options of a question. */
  readonly size: number
  /** Values that may be wrong options though no question has them as its answer. */
  readonly known: readonly string[]
  readonly canBothBeTrue: (a: string, b: string) => boolean
}

/**
 * Options of each question. Questions draw in the order of their answers here.
 * A value has a quota: it is a wrong option as often as it would be if every question offered it alike. Right options are
 * dealt over the places in turn.
 */
export function optionsFor(
  rule: string,
  { size, known, canBothBeTrue }: OptionRule,
  answers: readonly string[],
  seed: number,
): readonly (readonly string[])[] {
  const random = new UniformRandom(hashText(seed, `options ${rule}`) % 0x100000000)
  const quota = new Map<string, number>()
  for (const answer of answers) quota.set(answer, (quota.get(answer) ?? 0) + size - 1)
  const seen = [...quota.keys()].sort()
  const chosen = answers.map(answer => {
    const options = [answer]
    while (options.length < size) {
      const isAllowed = (value: string): boolean => !options.some(option => canBothBeTrue(option, value))
      const next = drawn(random, seen.filter(isAllowed), quota) ?? pick(random, known.filter(isAllowed))
      if (next === null) break
      quota.set(next, (quota.get(next) ?? 0) - 1)
      options.push(next)
    }
    return options
  })
  return placed(chosen, random)
}

/** By quota left; where none is left, each alike. */
function drawn(
  random: UniformRandom,
  values: readonly string[],
  quota: ReadonlyMap<string, number>,
): string | null {
  const weights = values.map(value => Math.max(0, quota.get(value) ?? 0))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return pick(random, values)
  let rest = random.below(sum)
  for (const [i, weight] of weights.entries()) {
    if (rest < weight) return values[i] ?? null
    rest -= weight
  }
  return null
}

const pick = (random: UniformRandom, values: readonly string[]): string | null =>
  values.length === 0 ? null : (values[random.below(values.length)] ?? null)

/** Deals the right options round, among questions with as many options. */
function placed(
  chosen: readonly (readonly string[])[],
  random: UniformRandom,
): readonly (readonly string[])[] {
  /** Places that are left of each turn, by the number of options. */
  const dealt = new Map<number, number[]>()
  return chosen.map(options => {
    const [right = '', ...wrong] = options
    const left = dealt.get(options.length) ?? []
    const places = left.length > 0 ? left : shuffled([...options.keys()], random)
    const place = places.pop() ?? 0
    dealt.set(options.length, places)
    return shuffled(wrong, random).toSpliced(place, 0, right)
  })
}

function shuffled<T>(items: readonly T[], random: UniformRandom): T[] {
  const all = [...items]
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[all[i], all[j]] = [all[j] as T, all[i] as T]
  }
  return all
}
