/**
 * Agreement as functions of sums over samples, for intervals: a draw of clusters then only adds. Answers are 0 or 1, except those of
 * `percentSums`. The figures are those of `agreement.ts` and `krippendorff.ts`, where their sources are.
 */
import { type KappaWeights, kappaWeight } from '@voxelwise/statistics'
import { meanOfDefined, readerPairs } from './ratings.ts'

/** The answers of one sample, by reader; null where a reader gave none. */
type SampleAnswers = readonly (number | null)[]

/** A figure of agreement: what a sample adds, always as many numbers, and the figure of the sums. */
export interface SummedFigure {
  readonly addends: (answers: SampleAnswers) => readonly number[]
  /** Null where the figure is not defined. */
  readonly figure: (sums: Float64Array) => number | null
}

/** The mean over the pairs of readers, of which a sample adds `width` numbers for each. */
function overPairs(
  readers: number,
  width: number,
  addends: (a: number, b: number) => readonly number[],
  figure: (sums: Float64Array) => number | null,
): SummedFigure {
  const pairs = readerPairs(readers)
  const nothing = new Array<number>(width).fill(0)
  return {
    addends: answers =>
      pairs.flatMap(([first, second]) => {
        const [a, b] = [answers[first] ?? null, answers[second] ?? null]
        return a === null || b === null ? nothing : addends(a, b)
      }),
    figure: sums =>
      meanOfDefined(pairs.map((_, pair) => figure(sums.subarray(pair * width, (pair + 1) * width)))),
  }
}

const at = (sums: Float64Array, place: number): number => sums[place] as number

/** The share of equal answers. */
export const percentSums = (readers: number): SummedFigure =>
  overPairs(
    readers,
    2,
    (a, b) => [Number(a === b), 1],
    sums => (at(sums, 1) === 0 ? null : at(sums, 0) / at(sums, 1)),
  )

/** How much more often the last of the raters differs from the others than they do (`interchangeability` in `spread.ts`). */
export function gammaSums(readers: number): SummedFigure {
  const pairs = readerPairs(readers + 1)
  const { addends } = percentSums(readers + 1)
  return {
    addends,
    figure(sums) {
      const differing = pairs.map(([, second], pair) => ({
        isOfModel: second === readers,
        share: at(sums, 2 * pair + 1) === 0 ? null : 1 - at(sums, 2 * pair) / at(sums, 2 * pair + 1),
      }))
      const meanDifference = (ofModel: boolean) =>
        meanOfDefined(differing.filter(({ isOfModel }) => isOfModel === ofModel).map(({ share }) => share))
      const [readerReader, readerModel] = [meanDifference(false), meanDifference(true)]
      return readerReader === null || readerModel === null ? null : readerModel - readerReader
    },
  }
}

/** Weighted kappa of two readers, whose answers are any of the categories. */
export function pairKappaSums(categories: number, weights: KappaWeights): SummedFigure {
  const places = Array.from({ length: categories }, (_, place) => place)
  const weight = kappaWeight(weights)
  return {
    addends([first = null, second = null]) {
      const cells = new Array<number>(categories ** 2).fill(0)
      if (first !== null && second !== null) cells[categories * first + second] = 1
      return cells
    },
    figure(sums) {
      const cell = (a: number, b: number) => at(sums, categories * a + b)
      const total = (countWith: (other: number) => number) =>
        places.reduce((sum, other) => sum + countWith(other), 0)
      const ofFirst = places.map(a => total(b => cell(a, b)))
      const ofSecond = places.map(b => total(a => cell(a, b)))
      let [n, observed, expected] = [0, 0, 0]
      for (const a of places)
        for (const b of places) {
          n += cell(a, b)
          observed += weight(a, b) * cell(a, b)
          expected += weight(a, b) * (ofFirst[a] as number) * (ofSecond[b] as number)
        }
      return expected === 0 ? null : 1 - (observed * n) / expected
    },
  }
}

/** Cohen's kappa. */
export const cohenSums = (readers: number): SummedFigure =>
  overPairs(
    readers,
    4,
    (a, b) => [0, 1, 2, 3].map(cell => Number(cell === 2 * a + b)),
    sums => {
      const [neither, second, first, both] = [at(sums, 0), at(sums, 1), at(sums, 2), at(sums, 3)]
      const expected = (neither + second) * (second + both) + (first + both) * (neither + first)
      return expected === 0 ? null : 1 - ((second + first) * (neither + second + first + both)) / expected
    },
  )

const formCounts = (answers: SampleAnswers): readonly [zeros: number, ones: number] => [
  answers.filter(answer => answer === 0).length,
  answers.filter(answer => answer === 1).length,
]

/** Fleiss' kappa, of the samples that all readers answered. */
export const fleissSums = (readers: number): SummedFigure => ({
  addends(answers) {
    const [zeros, ones] = formCounts(answers)
    return zeros + ones < readers ? [0, 0, 0, 0] : [1, zeros ** 2 + ones ** 2 - readers, zeros, ones]
  },
  figure(sums) {
    const [samples, agreeing, zeros, ones] = [at(sums, 0), at(sums, 1), at(sums, 2), at(sums, 3)]
    const given = readers * samples
    const beyondChance = given ** 2 - zeros ** 2 - ones ** 2
    if (samples < 2 || readers < 2 || beyondChance === 0) return null
    const observed = agreeing / (samples * readers * (readers - 1))
    const expected = 1 - beyondChance / given ** 2
    return (observed - expected) / (1 - expected)
  },
})

/** Krippendorff's nominal alpha. */
export const alphaSums: SummedFigure = {
  addends(answers) {
    const [zeros, ones] = formCounts(answers)
    const given = zeros + ones
    return given < 2 ? [0, 0, 0] : [(2 * zeros * ones) / (given - 1), zeros, ones]
  },
  figure(sums) {
    const [observed, zeros, ones] = [at(sums, 0), at(sums, 1), at(sums, 2)]
    const expected = 2 * zeros * ones
    return expected === 0 ? null : 1 - ((zeros + ones - 1) * observed) / expected
  },
}

/** Gwet's AC1. */
export const ac1Sums: SummedFigure = {
  addends(answers) {
    const [zeros, ones] = formCounts(answers)
    const given = zeros + ones
    if (given === 0) return [0, 0, 0, 0]
    const agreeing = given < 2 ? 0 : (zeros ** 2 + ones ** 2 - given) / (given * (given - 1))
    return [1, ones / given, Number(given > 1), agreeing]
  },
  figure(sums) {
    const [answered, ones, repeated, agreeing] = [at(sums, 0), at(sums, 1), at(sums, 2), at(sums, 3)]
    const share = ones / answered
    // Shares of single samples sum up to neither end exactly unless all of them are there.
    if (repeated === 0 || ones === 0 || ones === answered) return null
    const expected = 2 * share * (1 - share)
    return (agreeing / repeated - expected) / (1 - expected)
  },
}
