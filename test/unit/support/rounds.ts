const share = Number(process.env.VOXELWISE_ROUNDS ?? 0.1)

/** Where seeds begin: another number draws other cases. */
const origin = Number(process.env.VOXELWISE_SEED ?? 0)

/**
 * How many of a random test's rounds are made: a tenth, so that it stays in the inner loop, or the share that the
 * environment variable VOXELWISE_ROUNDS gives. `npm run lab -- soak` makes them all.
 */
export function rounds(all: number): number {
  return Math.max(1, Math.ceil(all * share))
}

/** The seeds of that many rounds, from VOXELWISE_SEED on. A failure names its seed. */
export function seeds(all: number): readonly number[] {
  return Array.from({ length: rounds(all) }, (_, i) => origin + i)
}
