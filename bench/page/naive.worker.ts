import * as transformers from '@huggingface/transformers'
import asyncifyMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import type { Device, Dtype } from '../../src/engine/protocol/device.ts'
import {
  decoderSession,
  dtypeOfGraph,
  isMixed,
  mainDtype,
} from '../../src/engine/protocol/mixed-precision.ts'
import { expose } from '../../src/workers/shared/comlink.ts'

export interface NaiveModel {
  /** Name of a served folder. */
  readonly folder: string
  readonly device: Device
  readonly dtype: Dtype
  /** null leaves the library's default. */
  readonly threads: number | null
  readonly maxNewTokens: number
}

export interface NaiveQuestion {
  readonly image: string
  readonly text: string
}

/** Where our own server has the folders: the name of this thread is the server's token. */
const served = `/served/${self.name}/`

/**
 * transformers.js as its documentation shows it for image-text-to-text, one question after the other, with its
 * own copy of ONNX Runtime. Only the addresses differ: everything comes from our own server.
 */
/** As transformers.js takes a mixed precision. */
const byGraph = (dtype: Dtype) =>
  isMixed(dtype)
    ? Object.fromEntries(
        ['vision_encoder', 'embed_tokens', decoderSession].map(name => [name, dtypeOfGraph(dtype, name)]),
      )
    : mainDtype(dtype)

class NaiveWorker {
  #model: transformers.PreTrainedModel | null = null
  #processor: transformers.Processor | null = null
  #maxNewTokens = 0
  /** Where the tokenizer's own settings have none: Python's transformers writes it into a file of its own from version 5 on. */
  #chatTemplate: string | null = null

  async load({ folder, device, dtype, threads, maxNewTokens }: NaiveModel): Promise<void> {
    const { AutoModelForImageTextToText, env } = transformers
    env.allowRemoteModels = false
    env.allowLocalModels = true
    env.useBrowserCache = false
    // A path, not an address: the library looks for the tokenizer's files in a local folder only so.
    env.localModelPath = served
    const { wasm } = env.backends.onnx
    if (!wasm) throw new Error('transformers.js has no WebAssembly backend.')
    const absolute = (path: string): string => new URL(path, self.location.origin).href
    // The build that transformers.js takes by default, from here in place of its CDN.
    wasm.wasmPaths = { mjs: absolute(asyncifyMjs), wasm: absolute(asyncifyWasm) }
    if (threads !== null) wasm.numThreads = threads
    this.#maxNewTokens = maxNewTokens
    this.#processor = await (await loadProcessor(folder)).from_pretrained(folder)
    if (!this.#processor.tokenizer?.chat_template) {
      const file = await fetch(`${served}${folder}/chat_template.jinja`)
      this.#chatTemplate = file.ok ? await file.text() : null
    }
    this.#model = await AutoModelForImageTextToText.from_pretrained(folder, { device, dtype: byGraph(dtype) })
  }

  /** @returns the answers; how long they took, in milliseconds */
  async ask(questions: readonly NaiveQuestion[]): Promise<{ texts: readonly string[]; ms: number }> {
    const [model, processor] = [this.#model, this.#processor]
    if (!model || !processor) throw new Error('The model is not loaded.')
    const texts: string[] = []
    const start = performance.now()
    for (const question of questions) {
      const image = await transformers.load_image(question.image)
      const messages = [{ role: 'user', content: [{ type: 'image' }, { type: 'text', text: question.text }] }]
      const prompt = processor.apply_chat_template(messages as never, {
        add_generation_prompt: true,
        ...(this.#chatTemplate && { chat_template: this.#chatTemplate }),
      })
      const inputs = await processor(prompt, [image])
      const generated = (await model.generate({
        ...inputs,
        max_new_tokens: this.#maxNewTokens,
      })) as transformers.Tensor
      const said = generated.slice(null, [inputs.input_ids.dims.at(-1), null])
      texts.push(...processor.batch_decode(said, { skip_special_tokens: true }))
    }
    return { texts, ms: performance.now() - start }
  }
}

/**
 * The library's AutoProcessor looks for the class in preprocessor_config.json alone. Python's transformers writes it into
 * processor_config.json from version 5 on.
 */
async function loadProcessor(folder: string): Promise<typeof transformers.AutoProcessor> {
  const file = await fetch(`${served}${folder}/processor_config.json`)
  const { processor_class } = file.ok ? await file.json() : { processor_class: '' }
  const classes = transformers as unknown as Readonly<Record<string, typeof transformers.AutoProcessor>>
  return classes[processor_class] ?? transformers.AutoProcessor
}

export type { NaiveWorker }

expose(new NaiveWorker())
