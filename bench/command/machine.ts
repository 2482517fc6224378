import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memory_gb: number
  readonly system: string
  readonly gpu: string | null
}

export function machine(gpu: string | null): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1e9),
    system: `${platform()} ${release()} ${arch()}`,
    gpu,
  }
}

/** Processes that wanted a core over the last minute: what else this machine was doing. */
export const load = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10

const packageVersion = (folder: string): string =>
  JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version

export function versions(chromium: string) {
  return {
    voxelwise: packageVersion('.'),
    transformers: packageVersion('node_modules/@huggingface/transformers'),
    onnxruntime: packageVersion('node_modules/onnxruntime-web'),
    chromium,
    node: process.version,
  }
}

/** The commit that was measured, with a `+` where files differ from it; null outside a checkout. */
export function commit(): string | null {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const dirty = git('status', '--porcelain', '--', 'src', 'package-lock.json', 'vite.config.ts') !== ''
    return git('rev-parse', '--short=12', 'HEAD') + (dirty ? '+' : '')
  } catch {
    return null
  }
}
