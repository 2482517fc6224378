import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Release, ReleasedFile } from '../src/offline/release.ts'
import { securityHeaders } from './security.ts'

const fileName = 'service-worker.js'

/** Every file of a built page but its service worker, in the order of their paths. */
function releasedFiles(folder: string): ReleasedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({ file, path: file.slice(folder.length + 1).replaceAll('\\', '/') }))
    .filter(({ path }) => path !== fileName)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ file, path }) => {
      const bytes = readFileSync(file)
      return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('base64') }
    })
}

/** What a built page consists of, under a name that changes with every byte of it. */
function makeRelease(folder: string): Release {
  const parts = { headers: securityHeaders('build'), files: releasedFiles(folder) }
  const version = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
  return { version, ...parts }
}

/** Writes the service worker of a built page beside it: one classic script, which every browser takes. */
export async function writeServiceWorker(folder: string): Promise<Release> {
  const release = makeRelease(resolve(folder))
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __RELEASE__: JSON.stringify(release) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: resolve(import.meta.dirname, '../src/offline/service-worker.ts'),
        output: { format: 'iife' },
        checks: { pluginTimings: false },
      },
    },
  })) as Rolldown.RolldownOutput
  writeFileSync(join(folder, fileName), built.output[0].code)
  return release
}

/** Gives the built page a service worker, once all its other files are written. */
export function serviceWorker(): Plugin {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle(error?: Error) {
      if (!error) await writeServiceWorker(folder)
    },
  }
}
