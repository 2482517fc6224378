/**
 * A matrix kernel for ONNX Runtime's WebAssembly: 6 rows by 8 columns at a time, multiply and add as one instruction. The
 * published one takes 2 rows by 16 columns, with two instructions.
 */
import * as wasm from './assembly.ts'
import { type Code, get, int, set } from './assembly.ts'

/** Parameters of MlasSgemmKernelZero and MlasSgemmKernelAdd. B is packed in panels of 16 columns; strides count floats. */
const [A, B, C, countK, countM, countN, strideA, strideC, alpha] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
/** Whole numbers: addresses in B and C, the panel and the corner of C that they start from, counters, strides in bytes. */
const [b, panel, c, corner, k, n, bytesA, bytesC] = [9, 10, 11, 12, 13, 14, 15, 16] as const
const rowsOfA = [17, 18, 19, 20, 21, 22] as const
/** Vectors of four floats. */
const right = [23, 24] as const
const [left, scale] = [25, 26] as const
const sums = rowsOfA.map((_, row) => [27 + 2 * row, 28 + 2 * row] as const)
const locals = wasm.vector([
  [8 + rowsOfA.length, 0x7f],
  [4 + 2 * sums.length, 0x7b],
])

export interface KernelOptions {
  /** Index of the published function, which computes what is left of rows and columns. */
  readonly published: number
  /** Whether the product is added to C. */
  readonly isAdded: boolean
  /** Relaxed SIMD's instruction, or two that every browser has. */
  readonly isFused: boolean
}

/** The body of a function. It returns how many rows of C it has computed. */
export function kernelBody(options: KernelOptions): number[] {
  const enough = wasm.isAtLeast(get(countM), int(rowsOfA.length))
  const all = published(options, get(A), get(B), get(C), get(countM), get(countN))
  return [...locals, ...wasm.choose(enough, sixRows(options), all), 0x0b]
}

function sixRows(options: KernelOptions): Code {
  return [
    ...set(bytesA, wasm.times(get(strideA), int(4))),
    ...set(bytesC, wasm.times(get(strideC), int(4))),
    ...set(panel, get(B)),
    ...set(corner, get(C)),
    ...set(scale, wasm.splat(get(alpha))),
    ...set(n, get(countN)),
    ...whileLeft(n, 16, [
      ...halfPanel(options, 0),
      ...halfPanel(options, 32),
      ...set(panel, wasm.add(get(panel), wasm.times(get(countK), int(64)))),
      ...set(corner, wasm.add(get(corner), int(64))),
    ]),
    ...wasm.when(
      get(n),
      [0, 2, 4].flatMap(row => lastColumns(options, row)),
    ),
    ...int(rowsOfA.length),
  ]
}

/** @param offset in bytes: of the first four columns within a row of the panel */
function halfPanel({ isAdded, isFused }: KernelOptions, offset: number): Code {
  const fused = wasm.multiplyAdd(isFused)
  const step = (at: number): Code => [
    ...right.flatMap((one, j) => set(one, wasm.load(get(b), 64 * at + 16 * j))),
    ...rowsOfA.flatMap((row, r) => [
      ...set(left, wasm.loadSplat(get(row), 4 * at)),
      ...right.flatMap((one, j) => {
        const sum = sums[r]?.[j] ?? 0
        return set(sum, fused(get(one), get(left), get(sum)))
      }),
    ]),
  ]
  const steps = (count: number): Code => [
    ...Array.from({ length: count }, (_, at) => step(at)).flat(),
    ...rowsOfA.flatMap(row => set(row, wasm.add(get(row), int(4 * count)))),
    ...set(b, wasm.add(get(b), int(64 * count))),
  ]
  const written = (sum: number, to: number): Code =>
    isAdded ? fused(get(sum), get(scale), wasm.load(get(c), to)) : wasm.product(get(sum), get(scale))
  return [
    ...rowsOfA.flatMap((row, r) => set(row, place(A, bytesA, r))),
    ...set(b, wasm.add(get(panel), int(offset))),
    ...sums.flat().flatMap(sum => set(sum, wasm.zeros)),
    ...set(k, get(countK)),
    ...whileLeft(k, 4, steps(4)),
    ...whileLeft(k, 1, steps(1)),
    ...set(c, get(corner)),
    ...sums.flatMap(row => [
      ...row.flatMap((sum, j) => wasm.store(get(c), offset + 16 * j, written(sum, offset + 16 * j))),
      ...set(c, wasm.add(get(c), get(bytesC))),
    ]),
  ]
}

/** The published kernel takes two rows at a time of the columns behind the last whole panel. */
const lastColumns = (options: KernelOptions, row: number): Code =>
  wasm.dropped(
    published(options, place(A, bytesA, row), get(panel), place(corner, bytesC, row), int(2), get(n)),
  )

const published = (options: KernelOptions, a: Code, from: Code, to: Code, m: Code, columns: Code): Code =>
  wasm.call(options.published, [
    ...[a, from, to, get(countK), m, columns],
    ...[get(strideA), get(strideC), get(alpha)],
  ])

const place = (base: number, stride: number, row: number): Code =>
  wasm.add(get(base), wasm.times(get(stride), int(row)))

/** Repeats while at least so many are left, and counts them down. */
const whileLeft = (left: number, count: number, body: Code): Code =>
  wasm.when(
    wasm.isAtLeast(get(left), int(count)),
    wasm.repeatWhile(body, wasm.isAtLeast(wasm.tee(left, wasm.subtract(get(left), int(count))), int(count))),
  )
