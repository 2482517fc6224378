/** The options of a rule's questions: balanced, so that their texts alone do not give the answer away. */
import { keyOf, UniformRandom } from '../../engine/base/random.ts'

export interface AskedValue {
  readonly answer: string
  /** What draws are made by: the seed, the file and the rule. */
  readonly key: number
}

export interface OptionRule {
  /** Options of a question. */
  readonly size: number
  /** Values that may be wrong options though no question has them as its answer. */
  readonly known: readonly string[]
  readonly canBothBeTrue: (a: string, b: string) => boolean
}

/**
 * Options of each question, by the place of the question.
 * A value has a quota: it is a wrong option as often as it would be if every question offered it alike. Right options are
 * dealt over the places in turn.
 */
export function optionsFor(
  rule: string,
  { size, known, canBothBeTrue }: OptionRule,
  asked: readonly AskedValue[],
  seed: number,
): readonly (readonly string[])[] {
  const random = new UniformRandom(keyOf(seed, `options ${rule}`) % 0x100000000)
  const quota = new Map<string, number>()
  for (const { answer } of asked) quota.set(answer, (quota.get(answer) ?? 0) + size - 1)
  const seen = [...quota.keys()].sort()
  const order = asked
    .map((_, i) => i)
    .sort((a, b) => (asked[a] as AskedValue).key - (asked[b] as AskedValue).key)
  // Whose wrong options are hardest to find chooses first, as long as quotas are full.
  const chosen = new Map<number, string[]>()
  for (const i of order) {
    const options = [(asked[i] as AskedValue).answer]
    while (options.length < size) {
      const isAllowed = (value: string): boolean => !options.some(option => canBothBeTrue(option, value))
      const next = drawn(random, seen.filter(isAllowed), quota) ?? pick(random, known.filter(isAllowed))
      if (next === null) break
      quota.set(next, (quota.get(next) ?? 0) - 1)
      options.push(next)
    }
    chosen.set(i, options)
  }
  return placed(order, chosen, random)
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
  order: readonly number[],
  chosen: ReadonlyMap<number, readonly string[]>,
  random: UniformRandom,
): readonly (readonly string[])[] {
  const dealt = new Map<number, number[]>()
  const result: (readonly string[])[] = []
  for (const i of order) {
    const [right = '', ...wrong] = chosen.get(i) ?? []
    const size = wrong.length + 1
    let places = dealt.get(size) ?? []
    if (places.length === 0)
      places = shuffled(
        Array.from({ length: size }, (_, place) => place),
        random,
      )
    const place = places.pop() ?? 0
    dealt.set(size, places)
    const others = shuffled(wrong, random)
    result[i] = [...others.slice(0, place), right, ...others.slice(place)]
  }
  return result
}

function shuffled<T>(items: readonly T[], random: UniformRandom): T[] {
  const all = [...items]
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[all[i], all[j]] = [all[j] as T, all[i] as T]
  }
  return all
}
