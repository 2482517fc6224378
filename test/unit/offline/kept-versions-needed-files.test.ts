import { expect, test } from 'vitest'
import { neededFiles, pageFiles, pathBelow } from '../../../src/offline/kept-versions.ts'

const named = (paths: readonly string[]) => paths.map(path => ({ path, size: 1, sha256: '' }))
const runtime = (build: string) => [
  `assets/ort-wasm-simd-threaded${build}-BoEwG_w5.mjs`,
  `assets/ort-wasm-simd-threaded${build}-CP6SX-_B.wasm`,
]
const shared = [
  'index.html',
  'icon.svg',
  'assets/index-C1x.js',
  'datasets/d/test.json',
  'models/m/config.json',
]
const commands = ['headless.html', 'assets/headless-2f.js', 'assets/trace.worker-Bq.js']
const relaxed = ['assets/ort-wasm-simd-threaded.relaxed-Dk2_-a.wasm']
const all = named([
  ...shared,
  ...commands,
  ...runtime(''),
  ...runtime('.jspi'),
  ...runtime('.asyncify'),
  ...relaxed,
  'assets/ort.jspi.min-C.js',
])

const [plainScript = ''] = runtime('')
test.each([
  [{ hasJspi: true, hasRelaxedSimd: true, hasWebGpu: true }, runtime('.jspi')],
  [{ hasJspi: true, hasRelaxedSimd: true, hasWebGpu: false }, runtime('.jspi')],
  [{ hasJspi: true, hasRelaxedSimd: false, hasWebGpu: false }, runtime('')],
  [
    { hasJspi: false, hasRelaxedSimd: true, hasWebGpu: true },
    [plainScript, ...runtime('.asyncify'), ...relaxed],
  ],
  [{ hasJspi: false, hasRelaxedSimd: true, hasWebGpu: false }, [plainScript, ...relaxed]],
  [{ hasJspi: false, hasRelaxedSimd: false, hasWebGpu: true }, [...runtime(''), ...runtime('.asyncify')]],
  [{ hasJspi: false, hasRelaxedSimd: false, hasWebGpu: false }, runtime('')],
])('a browser stores the builds that it uses, and none of the commands: %o', (facts, builds) => {
  const paths = neededFiles(all, facts).map(({ path }) => path)
  expect(paths).toEqual([...shared, ...builds, 'assets/ort.jspi.min-C.js'])
})

test('the page itself is there before the demo and the runtime', () => {
  expect(pageFiles(named([...shared, ...runtime('')])).map(({ path }) => path)).toEqual([
    'index.html',
    'icon.svg',
    'assets/index-C1x.js',
    'assets/ort-wasm-simd-threaded-BoEwG_w5.mjs',
  ])
})

test.each([
  ['https://a.example/x/', 'index.html'],
  ['https://a.example/x/?y#z', 'index.html'],
  ['https://a.example/x/datasets/a%20b.png', 'datasets/a b.png'],
  ['https://a.example/x/%E0%A4', null],
  ['https://a.example/y/', null],
  ['https://b.example/x/', null],
])('%s is %s below https://a.example/x/', (url, path) => {
  expect(pathBelow('https://a.example/x/', url)).toBe(path)
})
