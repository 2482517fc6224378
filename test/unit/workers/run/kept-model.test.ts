/** A thread that never comes back from a regular expression, and one that does. */
import { MessageChannel, Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { PrepareWorker } from '../../../../src/workers/contracts/run.ts'
import { configure } from '../../../../src/workers/run/kept-model.ts'
import { type Remote, wrap } from '../../../../src/workers/shared/comlink.ts'

/** @param text what the thread looks through for a repetition that it does not end with */
function thread(text: string): Remote<PrepareWorker> {
  const code = `
    const { parentPort } = require('node:worker_threads')
    const { expose } = require('comlink')
    const prepare = {
      configure(options, onStage) {
        onStage('chat_template.jinja')
        onStage('tokenizer.json')
        return ${JSON.stringify(text)}.match(/(a+)+$/) === null
      },
    }
    parentPort.once('message', port => expose(prepare, port))`
  const worker = new Worker(code, { eval: true })
  onTestFinished(async () => {
    await worker.terminate()
  })
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(port1, [port1])
  onTestFinished(() => port2.close())
  return wrap<PrepareWorker>(port2 as never)
}

test('a regular expression that never ends is given up, and its file is named', async () => {
  const trying = configure(thread(`${'a'.repeat(60)}b`), {}, 1)
  await expect(trying).rejects.toMatchObject({
    info: {
      code: 'model-config',
      subject: 'tokenizer.json',
      message: 'The tokenizer or chat template hung on a test prompt (1 s).',
    },
  })
})

test('one that ends is waited for', async () => {
  await configure(thread('aab'), {}, 60)
})
