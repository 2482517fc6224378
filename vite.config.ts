import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { aboutPages } from './build/about-pages.ts'
import { bundledFolders } from './build/bundled-folders.ts'
import { localRequestsOnly } from './build/local-requests.ts'
import { developmentPort, pagePort } from './build/port.ts'
import { contentSecurityPolicy } from './build/security.ts'
import { serviceWorker } from './build/service-worker.ts'

const version = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version

/** A page on a busy machine may take as long for what `expect.poll` waits for as for what Playwright waits for. */
const patient = { poll: { timeout: 30_000 } }

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
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          maxWorkers: '100%',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/browser/harness/server.ts'],
          expect: patient,
          // A page waits as often as it computes: two at a time, on however many cores.
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/browser/harness/server.ts'],
          expect: patient,
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['test/browsers/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/browser/harness/server.ts'],
          expect: patient,
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
