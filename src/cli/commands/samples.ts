/** Writes the samples of a data set, one per line, without a model. Run by `npm run -s samples -- …`. */

import { filePolicy, isDicom, parsePolicy, probeImage, type WindowPolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { type DigestPixels, digestPixels, sampleLine } from '../../data/export/samples-jsonl.ts'
import type { ReadDataset } from '../../data/formats/format.ts'
import { loadCounts } from '../../data/formats/medrcube.ts'
import { ImageReader } from '../../data/images/image-reader.ts'
import { readQuestions } from '../../data/questions/open-questions.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import { type CommandSpec, defineCommand, type Io, runIfStarted } from '../base/command.ts'
import {
  checkedPolicy,
  countList,
  mappingLine,
  oddityLines,
  privacyOptions,
  readingLines,
  readingOptions,
  tableReading,
  windowOption,
} from '../base/dataset-options.ts'
import { writeParts } from '../base/files.ts'
import { called } from '../base/installed.ts'
import { flagOption, optionsOfParts, textOption, usageError } from '../base/options.ts'
import { sourceFor } from '../base/sample-source.ts'
import { watchedReading } from '../base/watched-reading.ts'
import { launchChromium } from '../browser/chromium.ts'
import { sampleSources } from '../seams.ts'
import { buildStalePage, servePage } from '../serve/serve.ts'

/** Digests of pixels in Node. The built page in headless Chromium decodes JPEG and WebP. @param policy of DICOM files */
function pixelDigests(note: (line: string) => void, policy: WindowPolicy) {
  // Opened for the first image that needs it.
  let opened: ReturnType<typeof open> | null = null
  const digest: DigestPixels = async (bytes, name) => {
    if (isDicom(bytes)) return digestPixels(bytes, name, nodeCodec, policy)
    const format = probeImage(bytes)?.format
    if (format !== 'jpeg' && format !== 'webp') return digestPixels(bytes, name)
    opened ??= open(note)
    const { page } = await opened
    const read = await page.evaluate(([base64, name]) => globalThis.voxelwisePixels(base64, name), [
      Buffer.from(bytes).toString('base64'),
      name,
    ] as const)
    if ('sha256' in read) return read
    throw new VoxelwiseError(read)
  }
  return { digest, close: async () => (await opened)?.close() }
}

async function open(note: (line: string) => void) {
  await buildStalePage(note)
  const server = await servePage([])
  const browser = await launchChromium('none', false)
  const page = await browser.newPage()
  await page.goto(`${server.origin}/headless.html`)
  await page.waitForFunction(() => 'voxelwisePixels' in globalThis)
  return {
    page,
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

export const spec = {
  name: 'samples',
  about: 'Lists the samples of a data set, without a model.',
  synopsis: [
    `${called('samples')} --dataset PATH --out FILE.jsonl [options]`,
    ...sampleSources.map(({ synopsis }) => `${called('samples')} ${synopsis}`),
  ],
  options: [
    textOption('dataset', 'PATH', 'The data set: a folder, or one file in it.', { required: true }),
    textOption('out', 'FILE', 'Where the lines are written.'),
    ...readingOptions,
    ...privacyOptions,
    flagOption('guess', 'Ignore the presets.'),
    flagOption(
      'pixels',
      "Add the SHA-256 of each image's RGB bytes as the model gets them, and the size of the first image. A headless Chromium decodes JPEG and WebP.",
    ),
    windowOption,
    textOption('skipped', 'FILE', 'Also write which samples were skipped and why, one line each.'),
    ...optionsOfParts(sampleSources),
  ],
  notes: [
    'Each line has id, kind (choice, yes-no, several, text), question, options by letter or null, answer, images (SHA-256 of each file), task, modality and anatomy.',
  ],
} as const satisfies CommandSpec

export const main = defineCommand(spec, async ({ args, io }) => {
  const source = sourceFor(sampleSources, args)
  if (source) return source.write(args, io)
  const { out } = args
  if (out === undefined) throw usageError('--out is required.', '--out')
  const { source: folder } = pickedPath(args.dataset)
  const reading = await tableReading(args)
  const opened = await watchedReading(folder, (watched, onProgress) =>
    readQuestions(watched, { ...reading, presets: !args.guess, onProgress }),
  )
  const { loaded } = opened
  describe(loaded, io)
  const protocol = findProtocol(loaded.protocol)
  const reader = new ImageReader(opened.source)
  const policy = args.window === undefined ? filePolicy : parsePolicy(checkedPolicy(args.window))
  const pixels = args.pixels ? pixelDigests(io.stderr, policy) : null
  async function* lines(): AsyncGenerator<string> {
    for (const sample of loaded.samples)
      yield `${await sampleLine(sample, protocol, reader, pixels?.digest ?? null)}\n`
  }
  try {
    await writeParts(out, lines())
  } finally {
    await pixels?.close()
  }
  if (args.skipped !== undefined)
    await writeParts(
      args.skipped,
      loaded.skipped.map(skip => `${JSON.stringify(skip)}\n`),
    )
})

function describe(loaded: ReadDataset, { stderr }: Io): void {
  const { mapping } = loaded
  if (mapping) for (const line of [mappingLine(mapping), ...readingLines(mapping)]) stderr(line)
  const { total, loaded: read, skipped } = loadCounts(loaded)
  stderr(`Samples loaded: ${read} of ${total}; skipped: ${countList(Object.entries(skipped)) || 'none'}`)
  for (const line of oddityLines(loaded)) stderr(line)
  if (read > 0) return
  const [first] = loaded.skipped
  if (first && loaded.skipped.every(({ reason }) => reason === 'missing_image'))
    throw new VoxelwiseError({
      code: 'file-missing',
      subject: `${loaded.name}: ${first.subject}`,
      message: `None of the images of the ${total} rows was found.`,
      remedy:
        'Put the images into this folder. Zip archives are read as they are; unpack other archives (tar, rar, 7z).',
    })
  throw new VoxelwiseError({
    code: 'no-mapping',
    subject: loaded.name,
    message: `None of the ${total} rows became a sample.`,
    remedy: 'See above why rows were skipped. A mapping of your own may read them (docs/mappings.md).',
  })
}

await runIfStarted(import.meta.url, main)
