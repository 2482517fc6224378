/** How the cores of a processor are shared out among copies of a model. */
import { describe, expect, test } from 'vitest'
import { divideCores } from '../../../../src/app/state/device.ts'

const cores = (n: number) => ({ cores: n, isolated: true })
const small = 50e6

describe('on a processor', () => {
  test('a small model is there several times, and the cores are shared out', () => {
    expect(divideCores(cores(2), 'wasm', small)).toEqual({ copies: 2, threads: 1 })
    expect(divideCores(cores(4), 'wasm', small)).toEqual({ copies: 4, threads: 1 })
    expect(divideCores(cores(16), 'wasm', small)).toEqual({ copies: 4, threads: 4 })
  })

  test('a larger one as often as there is memory, a large one once with all cores', () => {
    expect(divideCores(cores(8), 'wasm', 450e6)).toEqual({ copies: 2, threads: 4 })
    expect(divideCores(cores(8), 'wasm', 2e9)).toEqual({ copies: 1, threads: 8 })
  })

  test('one of unknown size once', () => {
    expect(divideCores(cores(8), 'wasm', null)).toEqual({ copies: 1, threads: 8 })
  })

  test('one core has one copy', () => {
    expect(divideCores(cores(1), 'wasm', small)).toEqual({ copies: 1, threads: 1 })
  })

  test('a page that is not isolated has one thread', () => {
    expect(divideCores({ cores: 8, isolated: false }, 'wasm', small)).toEqual({ copies: 1, threads: 1 })
  })
})

test('on a GPU there is one copy', () => {
  expect(divideCores(cores(8), 'webgpu', small)).toEqual({ copies: 1, threads: 8 })
})
