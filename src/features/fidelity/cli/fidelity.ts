/** Measures every family in a real browser against PyTorch and writes the tables of docs/fidelity.md. Run by `npm run -s fidelity`. */

import { existsSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import {
  type CommandSpec,
  defineCommand,
  exitCodes,
  type Io,
  runIfStarted,
} from '../../../cli/base/command.ts'
import { goldenFamilies, readGoldens } from '../../../cli/base/family-goldens.ts'
import { writeParts } from '../../../cli/base/files.ts'
import { runtimeVersion } from '../../../cli/base/installed.ts'
import { flagOption, textOption } from '../../../cli/base/options.ts'
import { pageIsStale } from '../../../cli/serve/serve.ts'
import { nodeSource } from '../../../data/sources/node.ts'
import { errorMessage } from '../../../engine/base/errors.ts'
import { unsupportedFamilies } from '../../../engine/families/registry.ts'
import { listDtypes, sessionFile } from '../../../engine/model/layout.ts'
import type { Device, Dtype } from '../../../engine/protocol/device.ts'
import { compareFamilies, holdsCheckpoints } from './agreement.ts'
import { openNativeSuite, openSuite, type Suite } from './suite.ts'
import {
  comparedRuns,
  type FidelityRow,
  fidelityTable,
  markdownTable,
  realWeightsTable,
  severalImagesTable,
} from './table.ts'

export const spec = {
  name: 'fidelity',
  about: 'Measures every family against PyTorch in Chromium and in Node, and writes docs/fidelity.md.',
  synopsis: ['npm run -s fidelity -- [options]'],
  options: [
    textOption(
      'families',
      'DIR',
      'The output of tools/families, or checkpoints with cases.json (tools/checkpoints). The default lacks most smaller precisions.',
      {
        default: 'test/golden/families',
      },
    ),
    textOption('out', 'FILE', 'Where the page is written.', { default: 'docs/fidelity.md' }),
    flagOption('gpu', "Use this machine's GPU for WebGPU instead of the software adapter."),
  ],
  notes: [
    `Checkpoints (folders without onnx/) are compared in full precision in Node, and no page is written. The last line
counts the families that agree; the exit code is 1 unless all do.`,
  ],
} as const satisfies CommandSpec

const sessions = ['vision_encoder', 'embed_tokens', 'decoder_model_merged']
/** Those also run on WebGPU: by tables of angles, by angles computed on the device, by operators for linear layers. */
const onWebgpu = ['smolvlm', 'qwen2_vl', 'qwen3_5']

export const main = defineCommand(spec, async ({ args, io }) => {
  const root = args.families ?? 'test/golden/families'
  if (!io.env.VOXELWISE_DIST && pageIsStale()) await build({ logLevel: 'warn' })
  if (holdsCheckpoints(root)) return checkpointsAgree(root, io)
  const gpu = args.gpu ? 'hardware' : 'software'
  // In software a prompt takes seconds; two of them show what there is to see.
  const few = args.gpu ? {} : { cases: ['plain', 'wide'] }
  const rows = [
    ...(await measure(io, root, await openSuite(root, 'none'), 'wasm', {})),
    ...(await measure(io, root, await openSuite(root, gpu), 'webgpu', { only: onWebgpu, ...few })),
    // The same engine without a browser, where ONNX Runtime for Node is installed.
    ...(await measure(io, root, openNativeSuite(root), 'cpu', { dtypes: ['fp32'] })),
  ]
  const adapter = args.gpu ? 'the GPU of the machine' : "SwiftShader, Chromium's software adapter"
  const document = 'docs/fidelity.md'
  await writeParts(args.out ?? document, [withTables(readFileSync(document, 'utf8'), rows, adapter)])
  return exitCodes.done
})

/** One line a family, and their count. @returns 0 if all of them agree */
async function checkpointsAgree(root: string, { stdout }: Io): Promise<number> {
  const suite = await openSuite(root, 'none')
  try {
    const all = await compareFamilies(root, suite, ({ family, found }) => stdout(`${family} ${found}.`))
    const agreed = all.filter(({ agrees }) => agrees).length
    stdout(`${agreed} of ${all.length} families agree`)
    return agreed === all.length ? exitCodes.done : exitCodes.failed
  } finally {
    await suite.close()
  }
}

interface Measured {
  /** Families; all unless given. */
  readonly only?: readonly string[]
  /** Those that are complete, unless given. */
  readonly dtypes?: readonly Dtype[]
  readonly cases?: readonly string[]
}

async function measure(
  { stderr }: Io,
  root: string,
  suite: Suite,
  device: Device,
  { only, dtypes, ...cases }: Measured,
): Promise<readonly FidelityRow[]> {
  const rows: FidelityRow[] = []
  try {
    const names = goldenFamilies(root).filter(family => only?.includes(family) ?? true)
    for (const goldens of names.map(name => readGoldens(root, name)))
      for (const dtype of dtypes ?? (await complete(goldens.folder))) {
        const { family } = goldens
        const result = await suite.measure(goldens, { device, dtype, ...cases }).catch(reason)
        stderr(`${family} ${dtype} ${device}: ${typeof result === 'string' ? result : 'done'}`)
        rows.push({ family, dtype: label(goldens.folder, dtype), device, result })
      }
  } finally {
    await suite.close()
  }
  return rows
}

/** The page's own message, without its remedy. */
function reason(error: unknown): string {
  const message = errorMessage(error)
  return /VoxelwiseError: (.*?\.) \(/.exec(message)?.[1] ?? message.split('\n')[0] ?? ''
}

async function complete(folder: string): Promise<readonly Dtype[]> {
  return listDtypes(await nodeSource(folder).list(), sessions)
    .filter(({ missing }) => missing.length === 0)
    .map(({ dtype }) => dtype)
}

function label(folder: string, dtype: Dtype): string {
  return existsSync(`${folder}/${sessionFile('decoder_model_merged', dtype)}_data`)
    ? `${dtype}, external data`
    : dtype
}

/** The document with its tables replaced, each between its two marker comments. */
function withTables(document: string, rows: readonly FidelityRow[], adapter: string): string {
  const version = (name: string): string =>
    JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
  const tables = {
    families: `Made with transformers.js ${version('@huggingface/transformers')}, ONNX Runtime ${version('onnxruntime-web')} and onnxruntime-node ${runtimeVersion}. WebGPU is ${adapter}.

${fidelityTable(rows)}`,
    'several images': severalImagesTable(rows),
    'real weights': realWeightsTable(comparedRuns(readFileSync('tools/export/smollm2.jsonl', 'utf8'))),
    refused: markdownTable(['family', 'reason'], Object.entries(unsupportedFamilies)),
  }
  return Object.entries(tables).reduce((text, [name, table]) => {
    const begin = `<!-- ${name}: begin -->\n`
    const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(`\n<!-- ${name}: end -->`)]
    if (from < begin.length || to < from)
      throw new Error(`docs/fidelity.md has no marker comments "${name}".`)
    return text.slice(0, from) + table + text.slice(to)
  }, document)
}

await runIfStarted(import.meta.url, main)
