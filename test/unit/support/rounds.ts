const share = Number(process.env.VOXELWISE_ROUNDS ?? 0.05)

/** Where seeds begin: another number draws other cases. */
const origin = Number(process.env.VOXELWISE_SEED ?? 0)

/**
 * How many of a random test's rounds are made: a twentieth, so that it stays in the inner loop, or the share that the
 * environment variable VOXELWISE_ROUNDS gives. `npm run lab -- soak` makes them all.
 */
export function rounds(all: number): number {
  return Math.max(1, Math.ceil(all * share))
}

/**
 * One of each `every` neighbours of a long list of cases, and not always the first of them. All of them where all rounds are made, and
 * others with another VOXELWISE_SEED.
 */
export function drawSome<T>(cases: readonly T[], every: number): readonly T[] {
  if (share >= 1) return cases
  return cases.filter((_, i) => i % every === (origin + Math.floor(i / every)) % every)
}

/** The seeds of that many rounds, from VOXELWISE_SEED on. A failure names its seed. */
export function seeds(all: number): readonly number[] {
  return Array.from({ length: rounds(all) }, (_, i) => origin + i)
}
