import { describe, expect, test } from 'vitest'
import { expectedSpeed } from '../../../src/engine/model/speed.ts'
import { graphWriter } from '../../../src/engine/seams.ts'
import {
  type AdvisedDtype,
  advisedDtypes,
  byUse,
  commandsFor,
  expectedMemory,
  type Fit,
  fittingDtype,
  folderSize,
  judgeFit,
  speedOfPublished,
} from '../../../src/features/advice/engine/advice.ts'
import { type PublishedVlm, publishedVlms } from '../../../src/features/advice/engine/published-vlms.ts'

const named = (name: string): PublishedVlm => {
  const found = publishedVlms.find(vlm => vlm.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}
const smol = named('SmolVLM 256M')

describe('sizes', () => {
  /** Bytes of ONNX files, as the hub's pages or copies of its file pointers have them: millions of parameters, and bytes. */
  const files = [
    ['fp32', 'encoder', 93.6, 374_316_497],
    ['fp32', 'embedding', 28.4, 113_541_419],
    ['fp32', 'decoder', 135.2, 540_640_302],
    ['fp16', 'encoder', 93.6, 187_294_693],
    ['fp16', 'embedding', 28.4, 56_770_946],
    ['fp16', 'decoder', 135.2, 270_414_183],
    ['q8', 'encoder', 93.6, 94_247_969],
    ['q8', 'embedding', 28.4, 28_385_824],
    ['q8', 'decoder', 135.2, 138e6],
    ['q8', 'decoder', 362, 365e6],
    ['q8', 'decoder', 494, 503e6],
    ['q8', 'decoder', 1710, 1.72e9],
    // More of an encoder than its matrices stays in 32 bits.
    ['q4', 'encoder', 93.6, 63_784_987],
    ['q4', 'embedding', 28.4, 113_541_438],
    ['q4', 'decoder', 135.2, 86_562_901],
    ['q4', 'decoder', 494, 317e6],
    ['q4', 'decoder', 1710, 1.07e9],
  ] as const

  test.each(files)(
    'of %s files follow from parameters: the %s of %d million',
    (dtype, part, millions, bytes) => {
      const parameters = { encoder: 0, embedding: 0, decoder: 0, [part]: millions * 1e6 }
      const size = folderSize({ ...named('FastVLM 0.5B'), parameters }, dtype)
      expect(Math.abs(size / bytes - 1)).toBeLessThan(0.07)
    },
  )

  test('of a checkpoint are those of the graphs that the page writes: an encoder in 32 bits, words in 16', () => {
    const { encoder, embedding, decoder } = smol.parameters
    const layers = decoder - embedding
    expect(folderSize(smol, 'q4')).toBe(4 * encoder + 2 * embedding + 0.625 * layers + 1.125 * embedding)
    expect(folderSize(smol, 'fp32')).toBe(4 * (encoder + embedding + decoder))
  })
})

describe('memory', () => {
  test('is that of a picked folder: weights, the cache of its heads and layers, one layer at work', () => {
    const memory = expectedMemory(smol, 'q4', 1)
    // 1,088 tokens of the image and 300 of text; 30 layers, keys and values, 3 heads of 64, 32 bits, old and new.
    expect(memory?.cache).toBe(2 * 30 * 2 * 3 * 64 * 4 * 1388)
    expect(memory?.weights).toBe(folderSize(smol, 'q4'))
    expect(expectedMemory(smol, 'q4', 2)?.cache).toBeGreaterThan(1.5 * (memory?.cache ?? 0))
  })

  test('of 16-bit weights is three times as much in WebAssembly, which widens them', () => {
    const memory = expectedMemory(smol, 'fp16', 1)
    const { weights = 0, total } = memory ?? {}
    expect(total?.wasm ?? 0).toBeGreaterThanOrEqual((total?.webgpu ?? 0) + 1.99 * weights)
  })

  test('is missing for a model with unknown settings', () => {
    expect(expectedMemory(named('LFM2-VL 3B'), 'q4', 1)).toBeNull()
  })

  test('exists for every other model, at every precision', () => {
    for (const vlm of publishedVlms.filter(({ configs }) => configs !== null))
      for (const dtype of advisedDtypes)
        expect(expectedMemory(vlm, dtype, 1)?.total.webgpu, `${vlm.name} ${dtype}`).toBeGreaterThan(
          folderSize(vlm, dtype),
        )
  })
})

test('whether a precision fits depends on the device', () => {
  const on = (name: string, dtype: 'q4' | 'fp16', device: 'wasm' | 'webgpu', f16 = true) =>
    judgeFit(named(name), dtype, device, { f16, memory: expectedMemory(named(name), dtype, 1) })
  expect(on('SmolVLM 256M', 'q4', 'wasm')).toBe('fits')
  expect(on('SmolVLM 2B', 'q4', 'wasm')).toBe('may fail')
  expect(on('MedGemma 4B', 'q4', 'wasm')).toBe('too large')
  expect(on('LFM2-VL 3B', 'q4', 'wasm')).toBe('not known')
  // No browser tells how much a graphics card holds.
  expect(on('MedGemma 4B', 'q4', 'webgpu')).toBe('not known')
  expect(on('SmolVLM 256M', 'fp16', 'webgpu', false)).toBe('no 16 bits')
})

describe('speed', () => {
  const measured = { perImage: 1000, perQuestion: 100, copies: 1 }
  const { encoder, decoder } = smol.parameters
  // 17 tiles of 1,024 patches, which become 64 tokens each.
  const smolShape = { encoder, decoder, patches: 17 * 1024, tokens: 17 * 64, isWhole: false }

  test('of the tried model itself is the measured one', () => {
    expect(speedOfPublished(smol, measured, smolShape)).toEqual(measured)
  })

  test('of a larger one grows by its decoder, and by its encoder on each image', () => {
    const found = speedOfPublished(named('SmolVLM 500M'), measured, smolShape)
    expect(found?.perQuestion).toBeCloseTo((100 * 362) / 135.2)
    const work = (encoder: number, decoder: number) => 17_408 * encoder + 1088 * decoder
    expect(found?.perImage).toBeCloseTo((1000 * work(98, 362)) / work(93.6, 135.2))
  })

  test('of a model without prefix reuse has the image in every question', () => {
    const tried = { encoder: 4e8, decoder: 2e9, patches: 256, tokens: 256, isWhole: true }
    const found = expectedSpeed(measured, tried, { ...tried, isWhole: false }, 300)
    expect(found?.perQuestion).toBeCloseTo((100 * 300) / 556)
    expect(found?.perImage).toBeCloseTo((1000 * (4 + 20)) / 4)
  })

  test('is left out if the two differ too much, or a shape is unknown', () => {
    const tiny = { encoder: 1e6, decoder: 2e6, patches: 64, tokens: 16, isWhole: false }
    expect(publishedVlms.map(vlm => speedOfPublished(vlm, measured, tiny)).every(found => !found)).toBe(true)
    expect(speedOfPublished(named('LFM2-VL 3B'), measured, smolShape)).toBeNull()
    expect(speedOfPublished(named('FastVLM 0.5B'), measured, smolShape)).toBeNull()
    expect(speedOfPublished(smol, measured, null)).toBeNull()
  })
})

describe('commands', () => {
  const fastVlm = named('FastVLM 0.5B')

  test('of a family that the page writes are one, for a checkpoint', () => {
    expect(commandsFor(named('MedGemma 4B'), 'q4')).toEqual([
      'hf download google/medgemma-4b-it --local-dir medgemma-4b-it',
    ])
  })

  test.skipIf(graphWriter === null)('checkpoints are of families whose graphs can be written', async () => {
    for (const { family, publishedAs } of publishedVlms) {
      const config = new Blob([JSON.stringify({ model_type: family })])
      const files = ['config.json', 'model.safetensors'].map(path => ({ path, size: 1 }))
      const open = async (path: string): Promise<Blob> => (path === 'config.json' ? config : new Blob())
      const error = await graphWriter
        ?.withGraphs({ name: family, files, open }, { buffers: 'float' })
        .catch(String)
      const isRefused = String(error).includes('cannot write the graphs of this family')
      expect([family, isRefused]).toEqual([family, publishedAs !== 'checkpoint'])
    }
  })

  test('leave out the graphs that a checkpoint’s folder has, too', () => {
    expect(commandsFor(smol, 'q8')).toEqual([
      'hf download HuggingFaceTB/SmolVLM-256M-Instruct --local-dir smolvlm-256m-instruct --exclude "onnx/*"',
    ])
  })

  test('of exported graphs fetch the settings and one precision', () => {
    const download = 'hf download onnx-community/FastVLM-0.5B-ONNX --local-dir fastvlm-0.5b-onnx'
    expect(commandsFor(fastVlm, 'q8')).toEqual([
      `${download} --include "*.j*"`,
      `${download} --include "onnx/*_quantized.onnx*"`,
    ])
  })

  test('of fp32, whose names have no ending, name each file', () => {
    expect(
      commandsFor(fastVlm, 'fp32')
        .slice(1)
        .map(line => line.split('--include ')[1]),
    ).toEqual([
      '"onnx/vision_encoder.onnx*"',
      '"onnx/embed_tokens.onnx*"',
      '"onnx/decoder_model_merged.onnx*"',
    ])
  })
})

describe('the list', () => {
  test('has medical models first, then what fits', () => {
    const rows = [
      { vlm: smol, fit: 'fits' },
      { vlm: named('MedGemma 4B'), fit: 'too large' },
      { vlm: named('MedVLM-R1'), fit: 'fits' },
      { vlm: named('SmolVLM 2B'), fit: 'may fail' },
    ] as const
    expect([...rows].sort(byUse).map(({ vlm }) => vlm.name)).toEqual([
      'MedVLM-R1',
      'MedGemma 4B',
      'SmolVLM 256M',
      'SmolVLM 2B',
    ])
  })

  test('takes the largest precision that fits, unless a smaller one is wanted', () => {
    const fitIn = (dtype: AdvisedDtype): Fit =>
      dtype === 'fp32' ? 'too large' : dtype === 'fp16' ? 'no 16 bits' : 'fits'
    expect(fittingDtype(null, 'wasm', fitIn)).toBe('q8')
    expect(fittingDtype('q4', 'wasm', fitIn)).toBe('q4')
    expect(fittingDtype('fp32', 'wasm', fitIn)).toBe('q8')
    expect(fittingDtype(null, 'wasm', () => 'too large')).toBe('q4')
  })

  test('takes the smallest on a graphics card, whose memory is not known', () => {
    expect(fittingDtype(null, 'webgpu', () => 'not known')).toBe('q4')
    expect(fittingDtype('fp32', 'webgpu', () => 'not known')).toBe('fp32')
  })
})
