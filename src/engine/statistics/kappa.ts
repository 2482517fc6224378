/** How well two raters agree beyond chance. */

/** How much a disagreement counts: all the same, or by the square of its distance in the order of the categories. */
export type KappaWeights = 'none' | 'quadratic'

/**
 * Cohen's kappa, 1 - Σ w o / Σ w e, where o are the pairs observed, e those expected of the raters' own shares and w
 * the weight of a disagreement. Unweighted: J. Cohen (1960), "A coefficient of agreement for nominal scales", Educ.
 * Psychol. Meas. 20, 37–46; quadratic: J. Cohen (1968), "Weighted kappa", Psychol. Bull. 70, 213–220. Equals
 * `sklearn.metrics.cohen_kappa_score(first, second, labels=categories, weights=…)`; null where that is not defined:
 * nothing rated, or both raters always gave one and the same category.
 * @param categories every one that may be given, in their order; they are taken to be equally far apart
 * @throws RangeError if the lists differ in length or hold what is no category
 */
export function cohensKappa<T>(
  first: readonly T[],
  second: readonly T[],
  categories: readonly T[],
  weights: KappaWeights = 'none',
): number | null {
  if (first.length !== second.length)
    throw new RangeError(`${first.length} and ${second.length} ratings are no pairs`)
  const places = new Map(categories.map((category, place) => [category, place]))
  const a = first.map(rating => placeOf(places, rating))
  const b = second.map(rating => placeOf(places, rating))
  const weight = (i: number, j: number) => (weights === 'quadratic' ? (i - j) ** 2 : Number(i !== j))
  let observed = 0
  for (const [index, place] of a.entries()) observed += weight(place, b[index] as number)
  const expected = expectedDisagreement(countsOf(a, places.size), countsOf(b, places.size), weight)
  return expected === 0 ? null : 1 - (observed * a.length) / expected
}

function placeOf<T>(places: ReadonlyMap<T, number>, rating: T): number {
  const place = places.get(rating)
  if (place === undefined) throw new RangeError(`${String(rating)} is none of the categories`)
  return place
}

function countsOf(ratings: readonly number[], categories: number): readonly number[] {
  const counts = new Array<number>(categories).fill(0)
  for (const rating of ratings) counts[rating] = (counts[rating] as number) + 1
  return counts
}

/** The sum over every pair of ratings that could have met, so n times the expectation of n pairs. */
function expectedDisagreement(
  first: readonly number[],
  second: readonly number[],
  weight: (i: number, j: number) => number,
): number {
  let sum = 0
  for (const [i, a] of first.entries()) {
    for (const [j, b] of second.entries()) sum += weight(i, j) * a * b
  }
  return sum
}
