/** How well two raters agree beyond chance. */

/** How much a disagreement counts: all the same, or by its distance in the order of the categories, or by the square of that. */
export type KappaWeights = 'none' | 'linear' | 'quadratic'

const weights: Readonly<Record<KappaWeights, (i: number, j: number) => number>> = {
  none: (i, j) => Number(i !== j),
  linear: (i, j) => Math.abs(i - j),
  quadratic: (i, j) => (i - j) ** 2,
}

/** How much a disagreement between two places counts. */
export const kappaWeight = (kind: KappaWeights) => weights[kind]

/**
 * Cohen's kappa, 1 - Σ w o / Σ w e, where o are the pairs observed, e those expected of the raters' own shares and w
 * the weight of a disagreement. Unweighted: J. Cohen (1960), "A coefficient of agreement for nominal scales", Educ.
 * Psychol. Meas. 20, 37–46; weighted: J. Cohen (1968), "Weighted kappa", Psychol. Bull. 70, 213–220. Equals
 * `sklearn.metrics.cohen_kappa_score(first, second, labels=categories, weights=…)`; null where that is not defined:
 * nothing rated, or both raters always gave one and the same category.
 * @param categories every one that may be given, in their order; they are taken to be equally far apart
 * @throws RangeError if the lists differ in length or hold what is no category
 */
export function cohensKappa<T>(
  first: readonly T[],
  second: readonly T[],
  categories: readonly T[],
  kind: KappaWeights = 'none',
): number | null {
  if (first.length !== second.length)
    throw new RangeError(`${first.length} and ${second.length} ratings are no pairs`)
  const places = new Map(categories.map((category, place) => [category, place]))
  const a = first.map(rating => ratingPlace(places, rating))
  const b = second.map(rating => ratingPlace(places, rating))
  const weight = kappaWeight(kind)
  const observed = a.reduce((sum, place, at) => sum + weight(place, b[at] as number), 0)
  // Over every pair of ratings that could have met: n times the expectation of n pairs.
  let expected = 0
  const [ofFirst, ofSecond] = [countPlaces(a, categories.length), countPlaces(b, categories.length)]
  for (const [i, times] of ofFirst.entries())
    for (const [j, others] of ofSecond.entries()) expected += weight(i, j) * times * others
  return expected === 0 ? null : 1 - (observed * a.length) / expected
}

/** How often each place from 0 occurs. */
function countPlaces(places: readonly number[], size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (const place of places) counts[place] = (counts[place] as number) + 1
  return counts
}

function ratingPlace<T>(places: ReadonlyMap<T, number>, rating: T): number {
  const place = places.get(rating)
  if (place === undefined) throw new RangeError(`${String(rating)} is none of the categories`)
  return place
}
