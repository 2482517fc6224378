/**
 * Two real servers with a real language model, through everything that asks one: `npm run lab -- real-server --venv DIR`.
 *
 * It makes a Python environment in DIR (a folder outside of the tree; what is there is used again) with llama.cpp's Python server,
 * `transformers serve` and SmolLM2-135M-Instruct. The model reads text only: no pictures are sent but those of the connection.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readArguments, textOption } from '../../../../src/cli/base/options.ts'
import { servePage } from '../../../../src/cli/serve/serve.ts'
import { plainTurn } from '../../../../src/engine/protocol/turns.ts'
import { connectModel, findServer } from '../../../../src/features/servers/data/connect.ts'
import { ServerConnection } from '../../../../src/features/servers/data/connection.ts'
import { serverLines } from '../../../../src/ui/text/server.ts'
import { ServerModel } from '../server-model.ts'
import { prepare, type RealServer } from './environment.ts'
import { judgeByCommand, judgeOnPage } from './judge.ts'
import { runOnPage } from './page.ts'
import { must, openQuestions, showAnswers, writeQuestions } from './questions.ts'

const options = [
  textOption('venv', 'DIR', 'The Python environment.', { required: true }),
  textOption('only', 'SERVER', 'llama or transformers.'),
] as const
const { venv, only } = readArguments(options, process.argv.slice(2)).values

/** As any part of the page would. @returns whether it tells log-probabilities */
async function askDirectly(base: string, name: string): Promise<boolean> {
  const info = await connectModel(base, name, step => console.log(`   ${step}`), new AbortController().signal)
  for (const line of serverLines(info)) console.log(`   ${line}`)
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
  return info.abilities.logprobs > 0
}

/** The command. @param more options that name the model */
async function evaluate(
  address: string,
  scoring: 'generate' | 'choices',
  ...more: readonly string[]
): Promise<void> {
  const out = join(folder, `${scoring}-${new URL(address).port}`)
  const args = ['--dataset', questions, '--server', address, '--scoring', scoring, ...more]
  const command = ['tsx', 'src/cli/commands/evaluate.ts', ...args, '--out', out, '--max-new-tokens', '8']
  execFileSync('npx', command, { stdio: ['ignore', 'ignore', 'inherit'] })
  await showAnswers(join(out, 'run.json'), `evaluate, ${scoring}`)
}

async function withServer(
  starting: Promise<RealServer>,
  use: (server: RealServer, origin: string) => Promise<void>,
): Promise<void> {
  const server = await starting
  const own = await servePage([], 'dist', 0, { address: server.address, key: null })
  try {
    await use(server, own.origin)
  } finally {
    await server.stop()
    await own.close()
  }
}

async function llama(): Promise<void> {
  console.log('\nllama-cpp-python')
  await withServer(real.llama(), async ({ address }, origin) => {
    const base = `${origin}/model-server/`
    must((await findServer(base)).models.includes('smollm2'), 'its model is listed')
    must(await askDirectly(base, 'smollm2'), 'it tells log-probabilities')
    await evaluate(address, 'generate')
    await evaluate(address, 'choices')
    await runOnPage({ origin, questions, model: null, unlisted: '' })
    const judged = await judgeByCommand(folder, address, openQuestions)
    console.log('ok: evaluate --judge-model @server: every answer in words has a rating asked for')
    await judgeOnPage(origin, judged)
    console.log('ok: the tab Judges: the same, on the page')
  })
}

async function transformers(): Promise<void> {
  console.log('\ntransformers serve, a local folder')
  const hub = join(folder, 'hugging-face')
  await withServer(real.transformers(hub), async ({ address }, origin) => {
    const base = `${origin}/model-server/`
    const named = ['--server-model', real.checkpoint]
    must(
      (await findServer(base)).unlisted?.startsWith('status 500') ?? false,
      'without a hub cache its list fails',
    )
    await evaluate(address, 'generate', ...named)
    await runOnPage({ origin, questions, model: real.checkpoint, unlisted: 'status 500' })
    mkdirSync(join(hub, 'hub'))
    const { models, unlisted } = await findServer(base)
    must(models.length === 0 && unlisted === null, 'with a hub cache its list is empty')
    await askDirectly(base, real.checkpoint)
    await evaluate(address, 'generate', ...named)
    await runOnPage({ origin, questions, model: real.checkpoint, unlisted: 'lists no model' })
  })
}

const real = prepare(resolve(venv))
const folder = mkdtempSync(join(tmpdir(), 'voxelwise-real-server-'))
const questions = writeQuestions(folder)
try {
  if (only !== 'transformers') await llama()
  if (only !== 'llama') await transformers()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
