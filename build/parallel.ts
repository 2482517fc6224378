/**
 * Runs scripts of package.json side by side: `tsx build/parallel.ts lint typecheck`. What a script writes is shown when
 * it ends, so that two do not mix. The first failure ends with its exit code, after all of them.
 */
import { spawn } from 'node:child_process'

interface Ended {
  readonly script: string
  readonly code: number
}

function run(script: string): Promise<Ended> {
  const began = performance.now()
  return new Promise(resolve => {
    const child = spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'pipe'], shell: false })
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

const ended = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = ended.find(({ code }) => code !== 0)?.code ?? 0
