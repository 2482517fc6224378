import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Encodings that a server may answer with, the smallest first, and what each appends to a file's name. */
export const encodings = { br: '.br', gzip: '.gz' } as const

const compressible = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.wasm', '.json', '.webmanifest'])

/** Files below this size do not become smaller. */
const fewestBytes = 1024

/** A higher level saves a few per cent. For the first view it is worth the time, for WebAssembly it would take minutes. */
const compressionLevel = (bytes: number): number => (bytes > 1_000_000 ? 4 : bytes > 300_000 ? 9 : 11)

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file)
  if (bytes.length < fewestBytes) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: compressionLevel(bytes.length),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [small, wide] = await Promise.all([brotli(bytes, { params }), zip(bytes)])
  writeFileSync(file + encodings.br, small)
  writeFileSync(file + encodings.gzip, wide)
}

/**
 * Writes a brotli and a gzip copy beside each text and WebAssembly file of the built page. Weights and images do not
 * shrink, and are read in parts. Runs after the service worker is written, which lists no copies.
 */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error?: Error) {
        if (error) return
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile() && compressible.has(extname(entry.name)))
          .map(entry => join(entry.parentPath, entry.name))
        await Promise.all(files.map(compress))
      },
    },
  }
}
