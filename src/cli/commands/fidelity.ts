/** Measures every family in a real browser against PyTorch and writes docs/fidelity.md. Run by `npm run -s fidelity`. */
import { existsSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import { nodeSource } from '../../data/sources/node.ts'
import { unsupportedFamilies } from '../../engine/families/unsupported.ts'
import { dtypesOf, sessionFile } from '../../engine/model/layout.ts'
import type { Device, Dtype } from '../../engine/protocol/device.ts'
import { type CommandSpec, commandOf, type Io, runIfStarted } from '../base/command.ts'
import { writeParts } from '../base/files.ts'
import { runtimeVersion } from '../base/installed.ts'
import { flag, text } from '../base/options.ts'
import type { Gpu } from '../browser/chromium.ts'
import { openNativeSuite } from '../fidelity/native-suite.ts'
import { realWeightsTable } from '../fidelity/real-weights.ts'
import { openSuite, type Suite } from '../fidelity/suite.ts'
import { type FidelityRow, fidelityTable, severalImagesTable } from '../fidelity/table.ts'
import { pageIsStale } from '../serve/serve.ts'

export const spec = {
  name: 'fidelity',
  about: 'Measures every family against PyTorch and writes docs/fidelity.md.',
  synopsis: ['npm run -s fidelity -- [options]'],
  options: [
    text(
      'families',
      'DIR',
      'The output of tools/families. The default lacks the smaller precisions of most families.',
      {
        default: 'test/golden/families',
      },
    ),
    text('out', 'FILE', 'Where the page is written.', { default: 'docs/fidelity.md' }),
    flag('gpu', "Use this machine's GPU for WebGPU instead of the software adapter."),
  ],
} as const satisfies CommandSpec

const sessions = ['vision_encoder', 'embed_tokens', 'decoder_model_merged']
/** Those also run on WebGPU: by tables of angles, by angles computed on the device, by operators for linear layers. */
const onWebgpu = ['smolvlm', 'qwen2_vl', 'qwen3_5']

export const main = commandOf(spec, async ({ args, io }) => {
  const root = args.families ?? 'test/golden/families'
  if (!io.env.VOXELWISE_DIST && pageIsStale()) await build({ logLevel: 'warn' })
  const rows = [
    ...(await measure(io, root, 'none', 'wasm', () => true)),
    ...(await measure(io, root, args.gpu ? 'hardware' : 'software', 'webgpu', family =>
      onWebgpu.includes(family),
    )),
    ...(await measureNatively(io, root)),
  ]
  const adapter = args.gpu ? 'the GPU of the machine' : "SwiftShader, Chromium's software adapter"
  await writeParts(args.out ?? 'docs/fidelity.md', [page(rows, adapter)])
})

async function measure(
  { stderr }: Io,
  root: string,
  gpu: Gpu,
  device: Device,
  wanted: (family: string) => boolean,
): Promise<readonly FidelityRow[]> {
  const suite: Suite = await openSuite(root, gpu)
  const rows: FidelityRow[] = []
  try {
    for (const goldens of suite.families.filter(({ family }) => wanted(family)))
      for (const dtype of await complete(goldens.folder)) {
        const { family } = goldens
        const row = { family, dtype: label(goldens.folder, dtype), device }
        // In software a prompt takes seconds; two of them show what there is to see.
        const cases = gpu === 'software' ? { cases: ['plain', 'wide'] } : {}
        const result = await suite.measure(goldens, { device, dtype, ...cases }).catch(reason)
        stderr(`${family} ${dtype} ${device}: ${typeof result === 'string' ? result : 'done'}`)
        rows.push({ ...row, result })
      }
  } finally {
    await suite.close()
  }
  return rows
}

/** fp32 by ONNX Runtime for Node, where it is installed: the same engine without a browser. */
async function measureNatively({ stderr }: Io, root: string): Promise<readonly FidelityRow[]> {
  const suite = openNativeSuite(root)
  const rows: FidelityRow[] = []
  for (const goldens of suite.families) {
    const row = { family: goldens.family, dtype: label(goldens.folder, 'fp32'), device: 'cpu' } as const
    const result = await suite.measure(goldens, { device: 'cpu', dtype: 'fp32' }).catch(reason)
    stderr(`${row.family} ${row.dtype} cpu: ${typeof result === 'string' ? result : 'done'}`)
    rows.push({ ...row, result })
  }
  return rows
}

/** The page's own message, without what it says of the remedy. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /VoxelwiseError: (.*?\.) \(/.exec(message)?.[1] ?? message.split('\n')[0] ?? ''
}

async function complete(folder: string): Promise<readonly Dtype[]> {
  const found = dtypesOf(await nodeSource(folder).list(), sessions)
  return found.filter(({ missing }) => missing.length === 0).map(({ dtype }) => dtype)
}

function label(folder: string, dtype: Dtype): string {
  return existsSync(`${folder}/${sessionFile('decoder_model_merged', dtype)}_data`)
    ? `${dtype}, external data`
    : dtype
}

function page(rows: readonly FidelityRow[], adapter: string): string {
  const version = (name: string): string =>
    JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
  const refused = Object.entries(unsupportedFamilies).map(([family, reason]) => `| ${family} | ${reason} |`)
  return `# Fidelity

What a model gives in the browser, against what it gives in PyTorch. Written by \`npm run -s fidelity\`; do not edit.

For each family \`tools/families\` builds a tiny random model of the real architecture with the real configuration,
processor and chat template classes of Python's transformers 5.23, exports it in the onnx-community layout, and records
PyTorch's own numbers. The page then answers the same prompts in a real Chromium: a plain question, a long one, a wide
image, a tall image, one smaller than a tile, several images, and no image. Made with transformers.js
${version('@huggingface/transformers')} and ONNX Runtime ${version('onnxruntime-web')}; WebGPU is ${adapter}. The device "cpu" is no
browser: the same engine in Node, on onnxruntime-node ${runtimeVersion} (\`evaluate --runtime node\`).

${fidelityTable(rows)}

- **pixels**: largest difference of \`pixel_values\`; 0 is the same bytes. The reference is the processors' Pillow backend
  (LFM2-VL has only torchvision's).
- **logits**: largest difference at the answer position, over the whole vocabulary; the logits themselves spread over
  about 10 to each side. **A–D log-prob.**: the same for the option letters' log-probabilities.
- **same text**: greedy, eight tokens. A random model's next tokens are close to each other, so a precision that changes
  little in a trained model changes the text here: for quantised rows look at the figures as upper bounds.
- **prefix reuse**: largest difference between a prompt computed whole and in two parts, the image first, as the page does
  when several questions are asked of one image.

## Several images
Largest difference of the logits from PyTorch's, fp32 on WASM: two images before the text, three between texts, and one in
each of two turns, of which the first is answered (in-context examples). Where a template puts a turn's images before its
text whatever their places, as LLaVA's do, so does the page.

${severalImagesTable(rows)}

- **PaliGemma** and **FastVLM** are compared and not asked: of PaliGemma's checkpoints only those that were fine-tuned on
  pairs (NLVR2) take several images, which no file of theirs tells, and FastVLM was trained on one a prompt (transformers'
  own documentation of both). The page refuses data sets with several images for them, by name, at set-up.
- A chat template that leaves an image or an answered turn out is refused by name before the first question.
- **LLaVA-OneVision** tiles an image only where it is alone, in Python as here; kept features tell the two apart.

## A model with real language weights
SmolVLM-256M's shape (228 million parameters) with SmolLM2-135M-Instruct's own weights and a random image encoder
(\`tools/export/smollm2.py\`), exported by \`tools/export\` and scored by the options' probabilities (\`evaluate --scoring choices\`) in
Chromium; the same questions were asked of PyTorch in 32 bits (\`tools/export/compare_run.py\`). \`real-slices\` are the first 40
questions on real slices; \`real-slices-words\` are such questions without their pictures, so that nothing but real weights answers.
Differences are of an option's log-probability; the widest margin lost is that between PyTorch's best and next option, of the
clearest answer that changed. WebGPU is Chromium's software adapter (SwiftShader). The rows are kept in \`tools/export/smollm2.jsonl\`.

${realWeightsTable()}

Slices on the software adapter: a slice is one tile of 1,024 patches. Of the row in fp32 it took 711 s to encode the one slice and 107 and 58 s to
read the two questions, other jobs beside it (load 7); two runs before, pinned to one core or at load 12, had no slice encoded after 1,100 s.
The patches' embedding alone takes 21 s and the first of twelve layers 28 s on two cores that nothing else used. So it is slow, not stuck
(\`evaluate --timeout 3000\`). q4 and q8 were not asked about slices there; the rows without pictures have their decoders.

## What to know
- **WebGPU's sine and cosine may be off by 2^-11** (the WGSL specification allows it), so a graph that computes rotary
  angles at run time is off by up to 6e-3 in its logits; one that reads them from a table, as exports by ONNX Runtime's
  model builder do, is as exact as on WASM. Both kinds are in the table.
- **q8 files of the onnx-community kind quantise activations as they come**, with one scale for all tokens that are
  computed together: how a prompt is cut moves its logits. Use q4 or fp16 where that matters.
- **Gemma 3**: PyTorch lets the tokens of one image see each other both ways; a decoder needs an input, \`token_type_ids\`,
  to do so, which the page gives where the graph has it. Crops of long images (pan and scan) are made in Python for a
  caller who asks for them; its processor overrides what a folder's files say, and so does the page.
- **Gemma 4**: transformers.js puts line breaks around an image, Python does not; the page follows Python.
- **Qwen3-VL**: DeepStack's features have no input of their own in this layout. They are kept when the encoder's features
  are as wide as the model times one plus their number, as in the checkpoint here; a folder without them loses them.
- **FastVLM** (\`llava_qwen2\`) is compared with Python's \`fast_vlm\`, which crops the middle of an image.
- **Qwen3.5** is published in two kinds: with ONNX Runtime's own operators for its linear layers ("-OPT"; here the dense
  model) and with a loop over tokens (here the mixture of experts), which is slow on long prompts. A prompt's beginning is
  reused: the states of the linear layers are kept with the keys and values, and no run writes over them. In 16 bits a
  state would be rounded where the prompt is cut (the figures in the table), so there the page computes prompts whole.
- **GLM-OCR and LightOnOCR** were trained to read documents. They are asked as any other family and answer what PyTorch
  answers; that they follow questions on other images is not claimed.
- **PaliGemma** sees its whole prompt at once, so no prefix is reused; it has no chat template, and is asked as Python's
  processor would.
- Greedy text that is not UTF-8 (a tokenizer with single-byte tokens, cut in the middle of a character) is shown with
  another number of replacement characters than in Python.

## What published folders hold
The checkpoints here are exported by this repository. What is known of the files that others publish, and whence:

- **Gemma 3** (onnx-community/gemma-3-4b-it-ONNX): transformers.js gives a decoder embeddings, mask, positions and cache,
  and nothing else (\`generic_text_to_text_forward\` of 4.3.1), so no decoder that runs there needs \`token_type_ids\`: an
  image's tokens see only those before them, and answers about images differ from PyTorch's. The model's card says so.
- **Qwen3-VL** (onnx-community/Qwen3-VL-2B-Instruct-ONNX): neither its encoder nor its decoder has DeepStack. The source of
  open-chat (transformersWebGpuDeepStackGraph.mjs) adds both to those very files; ONNX Runtime GenAI's exports lacked them
  too (its pull request 2513 of September 2026). Answers about images differ from PyTorch's; the card says so.
- **Gemma 3n, Gemma 4**: the inputs and outputs of the published scripts for ONNX Runtime (onnx-community's model cards, as
  quoted in public repositories) have the names used here. Gemma 3n's decoder takes no mask; the page gives a decoder
  what it asks for. Gemma 4's image tokens are embedded as padding, as PyTorch does, whatever the graph would make of them.
- **LLaVA-OneVision**: transformers.js has LLaVA's class and no processor for it, and nothing there puts an image's tiles
  together, which needs a vector that a published encoder (pixels in, features out) does not use. The page refuses such
  an encoder by name; one that takes \`image_sizes\` and does it all is run. No published file could be read here.
- **FastVLM**: names as transformers.js' class has them, the prompt as transformers' own conversion writes it. A chat
  template that takes text alone is given the image's place and the question as lines of text. No published file could be
  read here.

## Families that are refused
| family | reason |
| --- | --- |
${refused.join('\n')}

## How to run it
\`\`\`sh
python tools/families/make.py test/golden/families    # with torch, transformers, onnx and onnxruntime; LFM2-VL, Mistral 3, Gemma 3n, FastVLM: torchvision; the last two: timm
python tools/families/quantise.py test/golden/families OUT    # every family in fp16, q8, q4 and q4f16 too, into a folder that is not kept
npm run -s fidelity -- --families OUT
\`\`\`
`
}

await runIfStarted(import.meta.url, main)
