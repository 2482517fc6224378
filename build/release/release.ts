/**
 * Makes a release of the built page in `release/`: `npm run lab -- release`. Nothing is published.
 *
 * - `voxelwise-<version>.zip`: the page, for any host (docs/hosting.md)
 * - `voxelwise-<version>.tgz`: the npm package, whose command serves the page and brings `evaluate` and `score`
 * - `page/`: what is in the zip, unpacked, with checksums of its own
 * - `LICENCES.txt`, `CHANGELOG.md`, `SHA256SUMS`
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js'
import { build } from 'vite'
import { licencesText } from './licences.ts'

const out = 'release'
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const name = `voxelwise-${manifest.version}`

/** They read files of their own folder. */
const wasmPackages = ['@jsquash/jpeg', '@jsquash/webp']

/** One date for all files, so that the same page gives the same zip. */
const noTime = new Date(2000, 0, 1)

rmSync(out, { recursive: true, force: true })
mkdirSync(join(out, 'package'), { recursive: true })
cpSync('dist', join(out, 'page'), { recursive: true })
for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(file, join(out, 'page', file))
writeFileSync(join(out, 'page', 'LICENCES.txt'), licencesText())
cpSync('docs/hosting.md', join(out, 'page', 'HOSTING.md'))
const pages = filesBelow(join(out, 'page'))
writeFileSync(
  join(out, 'page', 'SHA256SUMS'),
  pages.map(file => `${sha256(join(out, 'page', file))}  ${file}\n`).join(''),
)
await writeZip(join(out, 'page'), join(out, `${name}.zip`))
await writePackage(join(out, 'package'))
execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], { cwd: join(out, 'package') })
rmSync(join(out, 'package'), { recursive: true })
for (const file of ['CHANGELOG.md', 'LICENCES.txt']) cpSync(join(out, 'page', file), join(out, file))
const released = [`${name}.tgz`, `${name}.zip`]
writeFileSync(join(out, 'SHA256SUMS'), released.map(file => `${sha256(join(out, file))}  ${file}\n`).join(''))
for (const file of readdirSync(out)) console.log(join(out, file))

async function writeZip(folder: string, file: string): Promise<void> {
  const writer = new ZipWriter(new BlobWriter('application/zip'))
  for (const path of filesBelow(folder))
    await writer.add(path, new Uint8ArrayReader(new Uint8Array(readFileSync(join(folder, path)))), {
      lastModDate: noTime,
    })
  writeFileSync(file, new Uint8Array(await (await writer.close()).arrayBuffer()))
}

/** The commands as plain JavaScript beside the built page; dependencies are what drives a browser, and what has WebAssembly. */
async function writePackage(folder: string): Promise<void> {
  cpSync('dist', join(folder, 'page'), { recursive: true })
  for (const file of ['LICENSE', 'CHANGELOG.md', 'README.md']) cpSync(file, join(folder, file))
  writeFileSync(join(folder, 'LICENCES.txt'), licencesText())
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['playwright-core', 'vite', ...wasmPackages] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'bin'),
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: {
          voxelwise: 'src/cli/commands/main.ts',
          'local-host': 'src/cli/native/local-host.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  const { version, description, license, type, engines } = manifest
  const dependencies = {
    'playwright-core': manifest.devDependencies['playwright-core'],
    ...Object.fromEntries(wasmPackages.map(name => [name, manifest.dependencies[name]])),
  }
  const bin = { voxelwise: 'bin/voxelwise.js' }
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'voxelwise', version, description, license, type, engines, bin, dependencies }, null, 2)}\n`,
  )
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
