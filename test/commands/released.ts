/**
 * What `npm run lab -- release` made, as a user gets it: `npm run lab -- released`. The package is installed in an empty folder and
 * its three commands are run; the zip is unpacked and compared with the page, and the checksums with both.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const release = resolve('release')
const folder = mkdtempSync(join(tmpdir(), 'voxelwise-released-'))
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Not so: ${what}`)
  console.log(`ok: ${what}`)
}

try {
  for (const { file, isRight } of checksums(release)) must(isRight, `the checksum of ${file}`)
  const page = checksums(join(release, 'page'))
  must(
    page.length > 300 && page.every(({ isRight }) => isRight),
    `the checksums of ${page.length} files of the page`,
  )
  const zip = new ZipReader(
    new BlobReader(new Blob([readFileSync(join(release, `voxelwise-${version}.zip`))])),
  )
  const entries = (await zip.getEntries()).filter(entry => !entry.directory)
  for (const entry of entries) {
    const unpacked = await entry.getData(new Uint8ArrayWriter())
    const beside = readFileSync(join(release, 'page', entry.filename))
    if (!beside.equals(unpacked)) throw new Error(`Not the same in the zip: ${entry.filename}`)
  }
  must(entries.length > 300, `the zip holds the page (${entries.length} files)`)
  const licences = readFileSync(join(release, 'page/LICENCES.txt'), 'utf8')
  for (const name of ['onnxruntime-web', '@huggingface/transformers', 'react', 'pako'])
    must(licences.includes(`\n${name} `), `the licence of ${name} is in it`)

  run('npm', 'init', '--yes', '--silent')
  run('npm', 'install', '--silent', '--no-audit', '--no-fund', join(release, `voxelwise-${version}.tgz`))
  run('npx', 'voxelwise', 'evaluate', '--dataset', 'demo', '--model', 'demo', '--limit', '20', '--out', 'out')
  const results = JSON.parse(readFileSync(join(folder, 'out/results.json'), 'utf8'))
  must(results.length === 20, '`npx voxelwise evaluate` writes its results')
  run('npx', 'voxelwise', 'score', '--results', 'out/results.json', '--out', 'scored')
  must(existsSync(join(folder, 'scored/metrics_summary.json')), '`npx voxelwise score` writes its figures')
  run('npx', 'voxelwise', 'convert', '--run', 'out/run.json', '--out', 'converted')
  must(readdirSync(join(folder, 'converted')).length > 0, '`npx voxelwise convert` writes its files')
  await servesPage()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function checksums(folder: string): readonly { readonly file: string; readonly isRight: boolean }[] {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  return lines.map(line => {
    const [sum, file = ''] = line.split('  ')
    const bytes = readFileSync(join(folder, file))
    return { file, isRight: createHash('sha256').update(bytes).digest('hex') === sum }
  })
}

async function servesPage(): Promise<void> {
  const server = spawn(process.execPath, ['node_modules/voxelwise/bin/voxelwise.js', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    const [said] = (await once(server.stdout, 'data')) as [Buffer]
    const [address = ''] = /http:\S+/.exec(String(said)) ?? []
    const page = await fetch(address)
    must((await page.text()).includes('<title>Voxelwise</title>'), '`npx voxelwise` serves the page')
    must(page.headers.get('cross-origin-embedder-policy') === 'require-corp', 'with its headers')
    must((await fetch(`${address}service-worker.js`)).ok, 'and its service worker')
  } finally {
    server.kill()
    await ended
  }
}
