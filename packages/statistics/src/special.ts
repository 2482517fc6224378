/** Special functions behind the tests and intervals, to about 12 digits also where the result is tiny. */
import type { Interval } from './wilson.ts'

/** The remainder of Stirling's formula for ln Γ(x), x of at least 10: DLMF 5.11.1 with eight terms, the last below 1e-16. */
function stirlingRest(x: number): number {
  const s = 1 / (x * x)
  return (
    (1 / 12 -
      s *
        (1 / 360 -
          s *
            (1 / 1260 -
              s * (1 / 1680 - s * (1 / 1188 - s * (691 / 360360 - s * (1 / 156 - (s * 3617) / 122400))))))) /
    x
  )
}

/** ln Γ(x) for x > 0, to about 1e-15 absolute where it is small and relative where it is large. */
export function logGamma(x: number): number {
  // Γ(x) = Γ(x + k) / (x (x + 1) … (x + k - 1)), DLMF 5.5.1
  let product = 1
  let at = x
  for (; at < 10; at++) product *= at
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + stirlingRest(at) - Math.log(product)
}

/**
 * ln B(a, b). A. R. DiDonato and A. H. Morris (1992), "Algorithm 708: Significant digit computation of the
 * incomplete beta function ratios", ACM Trans. Math. Softw. 18, 360–373: large logarithms are cancelled on paper.
 */
export function logBeta(a: number, b: number): number {
  const [small, large] = a < b ? [a, b] : [b, a]
  if (large < 10) return logGamma(small) + logGamma(large) - logGamma(small + large)
  const rest = stirlingRest(large) - stirlingRest(small + large)
  const ratio = small / large
  if (small < 10) {
    // ln Γ(large) - ln Γ(small + large)
    const quotient = rest - (large + small - 0.5) * Math.log1p(ratio) - small * (Math.log(large) - 1)
    return logGamma(small) + quotient
  }
  return (
    0.5 * Math.log((2 * Math.PI) / large) +
    (small - 0.5) * Math.log(ratio / (1 + ratio)) -
    large * Math.log1p(ratio) +
    stirlingRest(small) +
    rest
  )
}

/**
 * The regularised incomplete beta function I_x(a, b), by its continued fraction (DLMF 8.17.22) in the form of
 * W. H. Press et al. (2007), Numerical Recipes, 3rd ed., 6.4.
 * @param y 1 - x, where the caller has it more exactly
 */
export function incompleteBeta(x: number, a: number, b: number, y = 1 - x): number {
  if (x <= 0) return 0
  if (y <= 0) return 1
  // Beyond its mean the fraction converges slowly, and the other tail fast.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaTail(y, b, a, x)
  return betaTail(x, a, b, y)
}

function betaTail(x: number, a: number, b: number, y: number): number {
  const logX = x > 0.5 ? Math.log1p(-y) : Math.log(x)
  const logY = y > 0.5 ? Math.log1p(-x) : Math.log(y)
  return (Math.exp(a * logX + b * logY - logBeta(a, b)) / a) * betaFraction(x, a, b)
}

/** Lentz's method, modified. The number of terms grows with the root of the larger parameter. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  const safe = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / safe(1 + even * d)
    c = safe(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / safe(1 + odd * d)
    c = safe(1 + odd / c)
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) < 1e-15) break
  }
  return fraction
}

/** P(X ≤ k) where X is the number of successes in n trials: DLMF 8.17.5. */
export function binomialCdf(k: number, n: number, chance: number): number {
  if (k < 0) return 0
  if (k >= n) return 1
  return incompleteBeta(1 - chance, n - k, k + 1, chance)
}

/**
 * P(X > x) of χ² with one degree of freedom, which is 1 − P(1/2, x/2): the series of DLMF 8.7.1, and beyond it the continued
 * fraction of DLMF 8.9.2, both for the incomplete gamma function.
 */
export function chiSquaredTail(x: number): number {
  if (x <= 0) return 1
  const half = x / 2
  const scale = Math.exp(-half + 0.5 * Math.log(half)) / Math.sqrt(Math.PI)
  if (half < 1.5) {
    let [term, sum] = [2, 2]
    for (let k = 1; term > 1e-17 * sum; k++) {
      term *= half / (0.5 + k)
      sum += term
    }
    return 1 - scale * sum
  }
  let b = half + 0.5
  let c = 1e300
  let d = 1 / b
  let fraction = d
  for (let k = 1; k < 1000; k++) {
    const a = -k * (k - 0.5)
    b += 2
    d = 1 / (a * d + b)
    c = b + a / c
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-15) break
  }
  return scale * fraction
}

/**
 * The point below which a standard normal number falls with the given probability. M. J. Wichura (1988),
 * "Algorithm AS 241: The percentage points of the normal distribution", Appl. Stat. 37, 477–484, PPND16.
 */
export function normalQuantile(probability: number): number {
  const q = probability - 0.5
  if (Math.abs(q) <= 0.425) return q * ratio(0.180625 - q * q, centreTop, centreBottom)
  const tail = q < 0 ? probability : 1 - probability
  if (tail <= 0) return q < 0 ? -Infinity : Infinity
  const r = Math.sqrt(-Math.log(tail))
  const size = r <= 5 ? ratio(r - 1.6, middleTop, middleBottom) : ratio(r - 5, farTop, farBottom)
  return q < 0 ? -size : size
}

const polynomial = (x: number, coefficients: readonly number[]) =>
  coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)

const ratio = (x: number, top: readonly number[], bottom: readonly number[]) =>
  polynomial(x, top) / polynomial(x, bottom)

const centreTop = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
]
const centreBottom = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852854,
]
const middleTop = [
  1.4234371107496837, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
]
const middleBottom = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995344, 1.0507500716444169e-9,
]
const farTop = [
  6.657904643501104, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
]
const farBottom = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
]

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The quantile of sorted values, with linear interpolation: type 7 of R. J. Hyndman and Y. Fan (1996), Am. Stat. 50,
 * 361–365, which is NumPy's default.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share
  const before = Math.floor(at)
  const low = sorted[before] ?? Number.NaN
  const high = sorted[Math.min(before + 1, sorted.length - 1)] ?? Number.NaN
  return low + (high - low) * (at - before)
}

/** The middle 95 % of draws, of which NaN is none. Null where all give the same: then the doubt is unknown. */
export function percentiles(draws: Float64Array): Interval | null {
  const sorted = draws.filter(value => !Number.isNaN(value)).sort()
  const [low, high] = [quantile(sorted, 0.025), quantile(sorted, 0.975)]
  return low < high ? { low, high } : null
}
