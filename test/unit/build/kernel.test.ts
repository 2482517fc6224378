import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unsigned, vector } from '../../../build/kernel/assembly.ts'
import { publishedKernels, withKernel } from '../../../build/kernel/inject.ts'
import { kernelBody } from '../../../build/kernel/kernel.ts'
import { Random } from '../support/random.ts'

const files = ['', '.jspi', '.asyncify'].map(build => `ort-wasm-simd-threaded${build}.wasm`)
const read = (name: string) => new Uint8Array(readFileSync(`node_modules/onnxruntime-web/dist/${name}`))

/** What a kernel takes: places in memory, sizes, strides in floats, a factor. */
type Kernel = (...values: number[]) => number

const sizedCode = (code: readonly number[]) => [...unsigned(code.length), ...code]
const section = (id: number, content: readonly number[]) => [id, ...sizedCode(content)]
const name = (text: string) => sizedCode([...new TextEncoder().encode(text)])
const kernelType = [0x60, 9, ...Array<number>(8).fill(0x7f), 0x7d, 1, 0x7f]

/** A module of these functions alone, with a memory. */
function instantiate(bodies: readonly (readonly number[])[]) {
  const bytes = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([kernelType])),
    ...section(3, vector(bodies.map(() => [0]))),
    ...section(5, vector([[0, 16]])),
    ...section(
      7,
      vector([[...name('memory'), 2, 0], ...bodies.map((_, i) => [...name(`${i}`), 0, ...unsigned(i)])]),
    ),
    ...section(10, vector(bodies.map(sizedCode))),
  ]
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)))
  return exports as { readonly memory: WebAssembly.Memory } & Record<number, Kernel>
}

const hasRelaxedSimd = WebAssembly.validate(withKernel(read(files[0] ?? '')) ?? new Uint8Array())

test.each(files)('%s has the two kernels, and is valid with ours', file => {
  const bytes = read(file)
  expect(publishedKernels(bytes).map(({ isAdded }) => isAdded)).toEqual([false, true])
  const ours = withKernel(bytes, hasRelaxedSimd)
  expect(ours?.length).toBeGreaterThan(bytes.length)
  // Node 20 does not know the exceptions of the JSPI build: valid as published, or not at all.
  expect(ours && WebAssembly.validate(ours)).toBe(WebAssembly.validate(bytes))
  expect(publishedKernels(ours ?? bytes)).toHaveLength(4)
})

test('a file with other functions stays as it is', () => {
  const bytes = read(files[0] ?? '')
  expect(withKernel(withKernel(bytes) ?? bytes)).toBeNull()
  expect(withKernel(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))).toBeNull()
})

test.each([false, true])('products of every shape are those of JavaScript (added to C: %s)', isAdded => {
  const published = publishedKernels(read(files[0] ?? '')).find(one => one.isAdded === isAdded)
  const ours = kernelBody({ published: 0, isAdded, isFused: hasRelaxedSimd })
  const { memory, 1: kernel } = instantiate([[...(published?.body ?? [])], ours])
  const floats = new Float32Array(memory.buffer)
  const random = new Random(6)
  const value = () => random.below(2000) / 1000 - 1
  for (let round = 0; round < 200; round++) {
    const [m, n, k] = [1 + random.below(14), 1 + random.below(70), 1 + random.below(60)]
    const [strideA, strideC, alpha] = [k + random.below(5), n + random.below(5), 1 + random.below(3) / 2]
    const a = Array.from({ length: m * strideA }, value)
    const b = Array.from({ length: k * n }, value)
    const before = Array.from({ length: m * strideC }, value)
    const [atA, atB, atC] = [0, 20_000, 100_000]
    floats.fill(0)
    floats.set(a, atA)
    floats.set(before, atC)
    // Panels of 16 columns, the last one filled up with zeros.
    for (let row = 0; row < k; row++)
      for (let column = 0; column < n; column++)
        floats[atB + (column >> 4) * 16 * k + row * 16 + (column & 15)] = b[row * n + column] ?? 0
    for (let done = 0; done < m; )
      done +=
        kernel?.(
          ...[4 * (atA + done * strideA), 4 * atB, 4 * (atC + done * strideC)],
          ...[k, m - done, n, strideA, strideC, alpha],
        ) ?? m
    const expected = before.map((old, at) => {
      const [row, column] = [Math.floor(at / strideC), at % strideC]
      if (column >= n) return old
      let sum = 0
      for (let i = 0; i < k; i++) sum += (a[row * strideA + i] ?? 0) * (b[i * n + column] ?? 0)
      return alpha * sum + (isAdded ? old : 0)
    })
    const largest = Math.max(...expected.map((one, at) => Math.abs(one - (floats[atC + at] ?? 0))))
    expect(largest, `${m} x ${k} by ${k} x ${n}`).toBeLessThan(1e-5)
  }
})
