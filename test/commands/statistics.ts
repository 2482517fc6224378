/**
 * The coverage of clustered intervals and the level of the sign-flip test, by simulation: `npm run statistics [-- --runs N]`.
 * Prints the tables of docs/statistics.md. Fails if an interval covers less than 94 % with 20 clusters or more.
 */
import { parseArgs } from 'node:util'
import { pairedShares } from '../../src/engine/statistics/clustered-difference.ts'
import { type ClusterCounts, effectiveShare, pooledIcc } from '../../src/engine/statistics/clustered-share.ts'
import { Random } from '../../src/engine/statistics/random.ts'
import { incompleteBeta } from '../../src/engine/statistics/special.ts'
import { wilson } from '../../src/engine/statistics/wilson.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '4000' } } })
const runs = Number(values.runs)
const least = 0.94

const shares = [0.1, 0.5, 0.9, 0.98]
const correlations = [0, 0.1, 0.3, 0.6]
const unequal = [1, 2, 5, 1, 12, 3, 1, 8, 2, 5]
const numbers = [10, 20, 50, 200]
const sizes = [1, 2, 5, 12, 'unequal'] as const
const sizesOf = (clusters: number, size: (typeof sizes)[number]): number[] =>
  Array.from({ length: clusters }, (_, g) => (size === 'unequal' ? (unequal[g % unequal.length] ?? 1) : size))

/** G. Marsaglia and W. W. Tsang (2000), "A simple method for generating gamma variables", ACM Trans. Math. Softw. 26. */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * random.unit() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  while (true) {
    const x = random.normal()
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(random.unit()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** How likely each cluster's questions are answered right: beta-distributed. */
function chanceOf(p: number, icc: number, random: Random): number {
  if (icc === 0) return p
  const [a, b] = [p, 1 - p].map(share => gamma((share * (1 - icc)) / icc, random)) as [number, number]
  // Both may vanish for strong correlations.
  return a + b > 0 ? a / (a + b) : Number(random.unit() < p)
}

const drawn = (chance: number, of: number, random: Random): number => {
  let right = 0
  for (let i = 0; i < of; i++) if (random.unit() < chance) right++
  return right
}

/** Whether Clopper and Pearson's interval contains p, without its limits. */
function covers({ share, effectiveN }: ReturnType<typeof effectiveShare>, p: number): boolean {
  const right = share * effectiveN
  const isAboveLow = share === 0 || incompleteBeta(p, right, effectiveN - right + 1) >= 0.025
  return isAboveLow && (share === 1 || incompleteBeta(p, right + 1, effectiveN - right) <= 0.975)
}

/** As a run with one task. */
function ownIcc({ right, total }: ClusterCounts): number {
  const clusters: number[] = []
  const verdicts: number[] = []
  for (let g = 0; g < total.length; g++)
    for (let i = 0; i < (total[g] as number); i++) {
      clusters.push(g)
      verdicts.push(Number(i < (right[g] as number)))
    }
  return pooledIcc({ clusters, tasks: verdicts.map(() => 0), values: verdicts })
}

interface Cell {
  readonly plain: number
  readonly own: number
  readonly known: number
}

function cell(total: readonly number[], icc: number, p: number, seed: number): Cell {
  const random = new Random(seed)
  let [plain, own, known] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const right = total.map(m => drawn(chanceOf(p, icc, random), m, random))
    const counts = { right, total }
    const found = effectiveShare(counts, icc)
    const { low, high } = wilson(found.share, found.n)
    plain += Number(low <= p && p <= high)
    known += Number(covers(found, p))
    own += Number(covers(effectiveShare(counts, ownIcc(counts)), p))
  }
  return { plain: plain / runs, own: own / runs, known: known / runs }
}

const percent = (share: number, digits = 1) => (100 * share).toFixed(digits)
const range = (of: readonly number[], digits = 1) =>
  `${percent(Math.min(...of), digits)}–${percent(Math.max(...of), digits)}`

let seed = 1
const tooLow: string[] = []
console.log('| clusters | size | ICC 0 | 0.1 | 0.3 | 0.6 |\n| ---: | --- | --- | --- | --- | --- |')
for (const clusters of numbers)
  for (const size of sizes) {
    const texts = correlations.map(icc => {
      if (size === 1 && icc > 0) return '–'
      const cells = shares.map(p => cell(sizesOf(clusters, size), icc, p, seed++))
      const [plain, own, known] = (['plain', 'own', 'known'] as const).map(name => cells.map(of => of[name]))
      if (clusters >= 20 && Math.min(...(own ?? []), ...(known ?? [])) < least)
        tooLow.push(`${clusters} clusters of ${size}, ICC ${icc}`)
      return `${range(plain ?? [], 0)} / ${range(own ?? [])} / ${range(known ?? [])}`
    })
    console.log(`| ${clusters} | ${size} | ${texts.join(' | ')} |`)
  }

/** Two equal models: each cluster is as hard for both. @returns how often p is below 5 %: McNemar's, then the sign-flip test's */
function level(total: readonly number[], icc: number, random: Random): readonly [number, number] {
  let [plain, flipped] = [0, 0]
  const tests = Math.ceil(runs / 4)
  for (let run = 0; run < tests; run++) {
    const models = [0, 1].map(() => total.map(m => drawn(chanceOf(0.7, icc, random), m, random)))
    const [first = [], second = []] = models
    flipped += Number(pairedShares({ first, second, total }, icc).p < 0.05)
    plain += Number(singles(first, second, total) < 0.05)
  }
  return [plain / tests, flipped / tests]
}

/** McNemar's p-value: every question a cluster. */
function singles(first: readonly number[], second: readonly number[], total: readonly number[]): number {
  const each = (right: readonly number[]) =>
    total.flatMap((m, g) => Array.from({ length: m }, (_, i) => Number(i < (right[g] ?? 0))))
  const [a, b] = [each(first), each(second)]
  return pairedShares({ first: a, second: b, total: a.map(() => 1) }, 0).p
}

console.log('\n| clusters | size | McNemar | sign-flip |\n| ---: | --- | ---: | ---: |')
for (const [clusters, size] of [
  [10, 5],
  [20, 'unequal'],
  [50, 5],
  [200, 5],
] as const) {
  const [plain, flipped] = level(sizesOf(clusters, size), 0.6, new Random(seed++))
  console.log(`| ${clusters} | ${size} | ${percent(plain)} % | ${percent(flipped)} % |`)
}

if (tooLow.length > 0) {
  console.error(`Less than ${percent(least, 0)} % covered: ${tooLow.join('; ')}`)
  process.exitCode = 1
}
