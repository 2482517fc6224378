/**
 * Runs scripts of package.json side by side: `tsx build/parallel.ts lint typecheck`. What a script writes is shown when
 * it ends, so that two do not mix. The first failure ends with its exit code, after all of them. With `--changed` only what
 * differs from `main` is checked.
 */
import { spawn } from 'node:child_process'
import { changedSince, scriptProgram } from './changed.ts'

interface Ended {
  readonly script: string
  readonly code: number
}

function run(script: string): Promise<Ended> {
  const began = performance.now()
  return new Promise(resolve => {
    const [program = '', ...args] = scriptProgram(script, changed)
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: false })
    const parts: Buffer[] = []
    child.stdout.on('data', part => parts.push(part))
    child.stderr.on('data', part => parts.push(part))
    child.on('close', code => {
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      const outcome = code === 0 ? 'passed' : 'failed'
      process.stdout.write(`${Buffer.concat(parts)}${script} ${outcome} in ${seconds} s\n`)
      resolve({ script, code: code ?? 1 })
    })
  })
}

const scripts = process.argv.slice(2).filter(word => word !== '--changed')
const changed = process.argv.includes('--changed') ? changedSince('main') : null

const ended = await Promise.all(scripts.map(run))
process.exitCode = ended.find(({ code }) => code !== 0)?.code ?? 0
