import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { aboutPages } from './build/about-pages.ts'
import { bundledFolders } from './build/bundled-folders.ts'
import { localRequestsOnly } from './build/local-requests.ts'
import { developmentPort, pagePort } from './build/port.ts'
import { contentSecurityPolicy } from './build/security.ts'
import { serviceWorker } from './build/service-worker.ts'

const version = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version

/** A page on a busy machine may take as long for what `expect.poll` waits for as for what Playwright waits for. */
const patient = { poll: { timeout: 30_000 } }

/** What all projects whose tests open the built page have in common. */
const inBrowsers = {
  environment: 'node',
  globalSetup: ['test/browser/harness/server.ts'],
  ...(process.env.MEASURE ? { setupFiles: ['/tmp/tests/cg.ts'] } : {}),
  expect: patient,
  hookTimeout: 120_000,
}

/** Tests in which a profile must outlive its browser, or in which the disk matters: each page has a browser of its own. */
const onDisk = [
  'evicted',
  'installed',
  'interrupted',
  'offline',
  'private-files',
  'storage',
  'storage-faults',
  'survive',
].map(name => `test/browser/${name}.test.ts`)

/** Tests that start processes of their own. */
const withProcesses = [
  'test/process/**/*.test.ts',
  'test/unit/fuzz/*.test.ts',
  'test/unit/cli/{commands,native,serve}/*.test.ts',
]

const projects = [
  {
    extends: true,
    test: {
      name: 'fast',
      include: ['test/unit/**/*.test.ts'],
      exclude: withProcesses,
      environment: 'node',
      setupFiles: ['test/unit/support/quick.ts'],
      // Nothing that a pure test does outlives it: workers that keep their modules take half of the time.
      isolate: false,
      maxWorkers: 2,
      testTimeout: 120_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'process',
      include: withProcesses,
      environment: 'node',
      maxWorkers: 2,
      testTimeout: 120_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'soak',
      include: ['test/soak/**/*.test.ts'],
      environment: 'node',
      maxWorkers: 2,
      testTimeout: 120_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'page',
      ...inBrowsers,
      include: ['test/browser/**/*.test.ts'],
      exclude: onDisk,
      provide: { ownBrowsers: false },
      // One browser a worker, and a context of it a page.
      isolate: false,
      // A page waits as often as it computes: two at a time, on however many cores.
      maxWorkers: 2,
      testTimeout: 240_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'survive',
      ...inBrowsers,
      include: onDisk,
      provide: { ownBrowsers: true },
      maxWorkers: 2,
      testTimeout: 240_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'long',
      ...inBrowsers,
      include: ['test/long/**/*.test.ts'],
      provide: { ownBrowsers: true },
      fileParallelism: false,
      testTimeout: 600_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'browsers',
      ...inBrowsers,
      include: ['test/browsers/**/*.test.ts'],
      provide: { ownBrowsers: true },
      fileParallelism: false,
      testTimeout: 600_000,
    },
  },
] satisfies TestProjectConfiguration[]

/** Written into every run, so that a figure can be traced to the code that made it. */
const versions = {
  app: version('package.json'),
  transformers: version('node_modules/@huggingface/transformers/package.json'),
  onnxruntime: version('node_modules/onnxruntime-web/package.json'),
}

export default defineConfig({
  plugins: [
    localRequestsOnly(),
    react(),
    bundledFolders(),
    contentSecurityPolicy(),
    aboutPages(),
    serviceWorker(),
  ],
  // Every address is relative to the page's own: it may lie anywhere below a host.
  base: './',
  // An address that names no file is answered 404, not with the page.
  appType: 'mpa',
  define: { __VERSIONS__: JSON.stringify(versions) },
  // ONNX Runtime's WebAssembly is served as files of our own, not embedded in the bundle or taken from a CDN.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'] },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: ['index.html', 'headless.html'], checks: { pluginTimings: false } },
  },
  server: { cors: false, port: developmentPort },
  preview: { cors: false, port: pagePort },
  // docs/testing.md says what belongs where.
  test: { projects },
})
