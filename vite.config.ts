import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { aboutPages } from './build/about-pages.ts'
import { builtFrom } from './build/built-from.ts'
import { bundledFolders } from './build/bundled-folders.ts'
import { compressed } from './build/compressed.ts'
import { directImports } from './build/direct-imports.ts'
import { filesWithKernel } from './build/kernel/files.ts'
import { localRequestsOnly } from './build/local-requests.ts'
import { opening } from './build/opening.ts'
import { developmentPort, pagePort } from './build/port.ts'
import { contentSecurityPolicy } from './build/security.ts'
import { serviceWorker } from './build/service-worker.ts'
import { LongestFirst } from './build/test-order.ts'
import { withoutNode } from './build/without-node.ts'

const version = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version

/** A page on a busy machine may take as long for what `expect.poll` waits for as for what Playwright waits for. */
const patient = { poll: { timeout: 30_000 } }

/** On however many cores: first what needs no browser. */
const withoutBrowser = {
  environment: 'node',
  sequence: { groupOrder: 0 },
  maxWorkers: '100%',
  testTimeout: 120_000,
}

/** A page waits as often as it computes: three at a time, on two cores or more. */
const inBrowser = {
  environment: 'node',
  globalSetup: ['test/browser/harness/server.ts'],
  sequence: { groupOrder: 1 },
  maxWorkers: 3,
  expect: patient,
  testTimeout: 240_000,
  hookTimeout: 120_000,
}

/** One browser a worker, which outlives its files, and a context of it a page. */
const sharedBrowser = { isolate: false, provide: { ownBrowsers: false, smallModels: true } }

/** One page at a time, for minutes. */
const forLong = {
  ...inBrowser,
  sequence: { groupOrder: 2 },
  provide: { ownBrowsers: true, smallModels: false },
  fileParallelism: false,
  testTimeout: 600_000,
}

/** Tests of a feature that are not pure lie in a folder with the name of their project. */
const ofFeatures = (project: string): string => `test/features/*/${project}/**/*.test.ts`

/** Tests that start processes of their own. */
const withProcesses = [
  'test/process/**/*.test.ts',
  ofFeatures('process'),
  'test/unit/cli/{native,serve}/*.test.ts',
]

const ofPages = (...names: string[]): string[] => names.map(name => `test/browser/${name}.test.ts`)

/** Tests in which a profile must outlive its browser, or in which the disk matters. */
const onDisk = ofPages(
  ...[
    'evicted',
    'installed',
    'interrupted',
    'native',
    'offline',
    'private-files',
    'storage',
    'storage-faults',
    'survive',
  ],
)

/** Repetitions of what other tests show of one: other browsers, models and data sets. `npm run lab -- wide` runs them. */
const tags = [
  { name: 'wide', description: 'Shows of many what another test shows of one.' },
  {
    name: 'long',
    description: 'What CI has no time for: `npm run lab -- long` runs it, with the project of that name.',
  },
]

/** docs/testing.md says what belongs where. */
const projects: readonly NonNullable<TestProjectInlineConfiguration['test']>[] = [
  {
    name: 'unit',
    ...withoutBrowser,
    include: ['{test/{unit,features},packages/*/test}/**/*.test.ts'],
    exclude: [...withProcesses, ...['soak', 'browser', 'long'].map(ofFeatures)],
    setupFiles: ['test/unit/support/quick.ts'],
    // A pure test leaves nothing behind, so that modules need not be loaded again for each file.
    isolate: false,
    // React as the page has it: its development build takes longer to draw.
    env: { NODE_ENV: 'production' },
  },
  { name: 'process', ...withoutBrowser, include: withProcesses },
  {
    name: 'soak',
    ...withoutBrowser,
    testTimeout: 300_000,
    include: ['test/soak/**/*.test.ts', ofFeatures('soak')],
  },
  {
    name: 'browser',
    ...inBrowser,
    include: ['test/browser/**/*.test.ts', ofFeatures('browser')],
    exclude: onDisk,
    ...sharedBrowser,
  },
  { name: 'survive', ...inBrowser, include: onDisk, provide: { ownBrowsers: true, smallModels: true } },
  { name: 'long', ...forLong, include: ['test/long/**/*.test.ts', ofFeatures('long')] },
  { name: 'browsers', ...forLong, include: ['test/browsers/**/*.test.ts'] },
]

/** Written into every run, so that a figure can be traced to the code that made it. */
const versions = {
  app: version('package.json'),
  transformers: version('node_modules/@huggingface/transformers/package.json'),
  onnxruntime: version('node_modules/onnxruntime-web/package.json'),
}

const kernel = filesWithKernel('node_modules/onnxruntime-web/dist', versions.onnxruntime)

/**
 * The first view in few files, with what each imports: a slow connection pays a round trip for every few of them. `core` has no
 * view, and pages that commands open load it alone. The entries stay apart, because a page must not start another one.
 */
const firstView: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'core',
    tags: ['$initial'],
    test: /\/src\/(?:features\/[^/]+\/)?app\/|vite\/(?:preload-helper|modulepreload-polyfill)/,
  },
  {
    name: 'view',
    tags: ['$initial'],
    test: /\/src\/(?:features\/[^/]+\/)?(?:ui|text)\/(?!shell\/main\.tsx)|\/react-dom\//,
  },
]

export default defineConfig({
  plugins: [
    localRequestsOnly(),
    react(),
    bundledFolders(),
    contentSecurityPolicy(),
    opening(),
    aboutPages(),
    serviceWorker(),
    compressed(),
    builtFrom(),
    withoutNode(),
    directImports(),
  ],
  // Every address is relative to the page's own: it may lie anywhere below a host.
  base: './',
  // An address that names no file is answered 404, not with the page.
  appType: 'mpa',
  define: { __VERSIONS__: JSON.stringify(versions), __MATRIX_KERNEL__: JSON.stringify(kernel.name) },
  // ONNX Runtime's WebAssembly is served as files of our own, not embedded in the bundle or taken from a CDN.
  resolve: {
    alias: { 'ort-with-kernel': kernel.folder },
    conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'],
  },
  worker: {
    format: 'es',
    plugins: () => [withoutNode(), directImports()],
    rolldownOptions: {
      // What a worker begins with is one file, however much of it a part that is loaded late uses, too.
      output: { codeSplitting: { groups: [{ name: 'begins.worker', tags: ['$initial'] }] } },
      // Some workers hold a part at once that others load late.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
    },
  },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: ['index.html', 'headless.html'],
      output: { codeSplitting: { groups: firstView } },
      checks: { pluginTimings: false },
    },
  },
  server: { cors: false, port: developmentPort },
  preview: { cors: false, port: pagePort },
  test: {
    tags,
    sequence: { sequencer: LongestFirst },
    projects: projects.map(test => ({ extends: true, test, oxc: { jsx: { development: false } } })),
    // Modules are transformed once for all calls; again after a change of the file, this configuration or the lock file.
    experimental: { fsModuleCache: true },
  },
})
