import { normalQuantile } from './special.ts'
import { UniformRandom } from './uniform-random.ts'

/** The same stream, with normal numbers too. */
export class Random extends UniformRandom {
  /** A standard normal number, by inversion: one draw each. */
  normal(): number {
    return normalQuantile(this.unit())
  }
}

/**
 * How many of `n` trials succeed, each with probability `p`: an exact draw, in time that does not grow with `n`. By transformed
 * rejection where many succeed (W. Hörmann, 1993, "The generation of binomial random variates", J. Stat. Comput. Simul. 46,
 * 101–110, algorithm BTRS), else by the waits between successes.
 */
export function binomial(n: number, p: number, random: UniformRandom): number {
  if (n === 0 || p <= 0) return 0
  if (p >= 1) return n
  if (p > 0.5) return n - binomial(n, 1 - p, random)
  return n * p < 10 ? byWaits(n, p, random) : byRejection(n, p, random)
}

function byWaits(n: number, p: number, random: UniformRandom): number {
  const scale = Math.log1p(-p)
  let successes = 0
  for (let trials = 0; ; successes++) {
    trials += Math.ceil(Math.log(random.unit()) / scale)
    if (trials > n) return successes
  }
}

function byRejection(n: number, p: number, random: UniformRandom): number {
  const deviation = Math.sqrt(n * p * (1 - p))
  const b = 1.15 + 2.53 * deviation
  const a = -0.0873 + 0.0248 * b + 0.01 * p
  const centre = n * p + 0.5
  const inside = 0.92 - 4.2 / b
  const odds = p / (1 - p)
  const alpha = (2.83 + 5.1 / b) * deviation
  const mode = Math.floor((n + 1) * p)
  for (;;) {
    const u = random.unit() - 0.5
    const v = random.unit()
    const distance = 0.5 - Math.abs(u)
    const k = Math.floor(((2 * a) / distance + b) * u + centre)
    if (distance >= 0.07 && v <= inside) return k
    if (k < 0 || k > n) continue
    const most =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (n - mode + 1))) +
      (n + 1) * Math.log((n - mode + 1) / (n - k + 1)) +
      (k + 0.5) * Math.log((odds * (n - k + 1)) / (k + 1)) +
      tail(mode) +
      tail(n - mode) -
      tail(k) -
      tail(n - k)
    if (Math.log((v * alpha) / (a / (distance * distance) + b)) <= most) return k
  }
}

/** What Stirling's formula leaves of log k!: log k! − (k + ½) log (k + 1) + (k + 1) − ½ log 2π. */
function tail(k: number): number {
  const known = tails[k]
  if (known !== undefined) return known
  const square = (k + 1) ** 2
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)
}

/** The first by the definition: the series is too coarse there. */
const tails: readonly number[] = Array.from({ length: 10 }, (_, k) => {
  let factorial = 1
  for (let i = 2; i <= k; i++) factorial *= i
  return Math.log(factorial) - (k + 0.5) * Math.log(k + 1) + (k + 1) - 0.5 * Math.log(2 * Math.PI)
})
