import { expect, test } from 'vitest'
import { isNotLoaded, pagePart } from '../../../../src/engine/base/page-parts.ts'

const gone = [
  'Failed to fetch dynamically imported module: http://localhost/assets/ort.js',
  'error loading dynamically imported module: http://localhost/assets/ort.js',
  'Importing a module script failed.',
  'no available backend found. ERR: [wasm] RuntimeError: Aborted(both async and sync fetching of the wasm failed)',
  'no available backend found. ERR: [wasm] TypeError: Failed to fetch',
  'no available backend found. ERR: [wasm] TypeError: NetworkError when attempting to fetch resource.',
  'no available backend found. ERR: [wasm] TypeError: Load failed',
  "no available backend found. ERR: [wasm] RuntimeError: Aborted(NetworkError: Failed to execute 'send' on 'XMLHttpRequest': Failed to load 'http://localhost/ort.wasm'.). Build with -sASSERTIONS for more info",
  'no available backend found. ERR: [wasm] RuntimeError: Aborted(NetworkError: A network error occurred.)',
  'Aborted(CompileError: WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 54 68 69 73 @+0)',
  'Aborted(CompileError: wasm validation error: at offset 4: failed to match magic number)',
  "Aborted(CompileError: WebAssembly.Module doesn't parse at byte 0: module doesn't start with '\\0asm')",
]

test.each(gone)('a missing file: %s', async words => {
  await expect(pagePart(Promise.reject(new Error(words)))).rejects.toMatchObject({
    info: { code: 'page-outdated', detail: expect.stringContaining(words.slice(0, 30)) },
  })
})

test('another failure is unchanged', async () => {
  for (const words of ['x is not defined', 'Protobuf parsing failed', 'out of memory']) {
    const error = new Error(words)
    expect(isNotLoaded(error)).toBe(false)
    await expect(pagePart(Promise.reject(error))).rejects.toBe(error)
  }
})
