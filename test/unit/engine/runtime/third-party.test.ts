/** Decoders that ONNX Runtime GenAI's builder made, run by ONNX Runtime's WebAssembly in Node through our own code. */
import { readFileSync } from 'node:fs'
import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { cacheFromOutputs, type KvCache, pastNames } from '../../../../src/engine/runtime/cache.ts'
import { int64s, lastLogits, runDecoder } from '../../../../src/engine/runtime/decoder.ts'
import { type TriedDecoder, tryDecoder } from '../../../../src/engine/runtime/trial.ts'

const family = 'test/golden/families/lighton_ocr'
const json = (file: string) => JSON.parse(readFileSync(`${family}/${file}`, 'utf8'))
const golden: { readonly input_ids: readonly number[]; readonly logits: readonly number[] } = json(
  'cases.json',
).cases.find(({ name }: { readonly name: string }) => name === 'none')

async function open(precision: string): Promise<TriedDecoder> {
  ort.env.wasm.numThreads = 1
  const folder = `test/golden/third-party/genai-0.18/${precision}`
  const embed = await ort.InferenceSession.create(readFileSync(`${family}/onnx/embed_tokens.onnx`))
  const decoder = await ort.InferenceSession.create(readFileSync(`${folder}/model.onnx`), {
    externalData: [{ path: 'model.onnx.data', data: readFileSync(`${folder}/model.onnx.data`) }],
    logSeverityLevel: 4,
  })
  const names = pastNames(decoder.outputNames)
  const config = { config: json('config.json') }
  const run = async (
    ids: readonly number[],
    past: KvCache | null,
    from: number,
    wanted: readonly string[],
  ) => {
    const tensor = (values: BigInt64Array) => new ort.Tensor('int64', values, [1, values.length])
    const { inputs_embeds } = await embed.run({ input_ids: tensor(int64s(ids)) })
    if (!inputs_embeds) throw new Error('The embedding gave nothing.')
    const attention_mask = tensor(new BigInt64Array(from + ids.length).fill(1n))
    return runDecoder(ort, decoder, config, { inputs_embeds, attention_mask, ...past }, wanted)
  }
  return {
    prefixUnsupported: null,
    decoderInputs: () => ({}),
    logits: async (ids, past, from) => lastLogits(await run(ids, past, from, ['logits'])),
    prefill: async (ids, past, from) =>
      cacheFromOutputs(await run(ids, past, from, [...names.keys()]), names),
  }
}

test.each([
  ['fp32', 1e-4, true],
  ['fp16', 0.1, false],
  ['int4', 5, true],
] as const)(
  '%s: a cache of open size is filled, and what it takes is found',
  async (precision, most, takesCache) => {
    const decoder = await open(precision)
    const logits = await decoder.logits(golden.input_ids, null, 0, null, {})
    const apart = golden.logits.map((logit, i) => Math.abs(logit - (logits[i] ?? Number.NaN)))
    expect(Math.max(...apart)).toBeLessThan(most)
    const found = await tryDecoder(decoder, golden.input_ids.slice(0, 6), 'decoder')
    // Its 16-bit graph fails on every cache, and still answers as before when it is asked whole.
    expect(found).toEqual({
      whole: takesCache ? null : expect.stringMatching(/takes no cache/),
      takesCache,
    })
  },
)
