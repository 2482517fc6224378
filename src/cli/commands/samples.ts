/** Writes what is read of a data set, one line a sample, without a model. Run by `npm run -s samples -- …`. */
import { sampleLine } from '../../data/export/samples-jsonl.ts'
import type { ReadDataset } from '../../data/formats/format.ts'
import { loadCounts } from '../../data/formats/medrcube.ts'
import { loadDataset } from '../../data/formats/registry.ts'
import { ImageReader } from '../../data/images/image-reader.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import { findingKinds } from '../../engine/protocol/sample.ts'
import { readArguments, runCommand, usageError } from '../base/arguments.ts'
import { called } from '../base/called.ts'
import { writeParts } from '../base/files.ts'
import { mappingFromFile, mappingLine } from '../base/mapping-file.ts'
import { PixelDigests } from '../base/pixel-digests.ts'
import { printable } from '../base/printable.ts'

const usage = `  ${called('samples')} --dataset PATH --out FILE.jsonl [options]
Options:
  --dataset PATH   a folder, or one file in it (its images may lie beside it)
  --out FILE       where the lines are written
  --mapping FILE   how rows become samples (docs/mappings.md); by default a preset, else a guess
  --guess          pass over the presets
  --split SPLIT    by default test, else validation, else all
  --pixels         with SHA-256 of the RGB bytes that a model is given of each image, and the size of the first;
                   JPEG and WebP are decoded by the browser, for which the page is opened in headless Chromium
  --skipped FILE   what was skipped and why, one line each

A line: id, kind (choice, yes-no, several, text), question, options by letter or null, answer, images (SHA-256 of each
encoded file), task, modality, anatomy.`

const spec = {
  dataset: 'text',
  out: 'text',
  mapping: 'text',
  guess: 'flag',
  split: 'text',
  pixels: 'flag',
  skipped: 'text',
  help: 'flag',
} as const

async function samples(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, spec, usage)
  if (args.help) return console.log(`Usage:\n${usage}`)
  const { dataset, out } = args
  if (!dataset) throw usageError('An option is missing.', '--dataset', usage)
  if (!out) throw usageError('It is not said where to write.', '--out', usage)
  const { source } = pickedPath(dataset)
  const loaded = await loadDataset(source, {
    mapping: args.mapping === undefined ? undefined : await mappingFromFile(args.mapping),
    split: args.split,
    presets: !args.guess,
  })
  tell(loaded)
  const protocol = protocolOf(loaded.protocol)
  const reader = new ImageReader(source)
  const pixels = args.pixels ? new PixelDigests() : null
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
}

function tell(loaded: ReadDataset): void {
  const { mapping, badFiles, findings } = loaded
  const say = (text: string) => console.error(printable(text))
  const list = (counts: readonly (readonly [string, number])[]) =>
    counts
      .filter(([, n]) => n > 0)
      .map(([name, n]) => `${name}=${n}`)
      .join(', ')
  if (mapping) say(mappingLine(mapping))
  const { total, loaded: read, skipped } = loadCounts(loaded)
  say(`Samples loaded: ${read} of ${total}; skipped: ${list(Object.entries(skipped)) || 'none'}`)
  for (const { error } of badFiles)
    say(`Warning: a file was left out. ${error.message} (${error.subject}) ${error.remedy}`)
  const found = list(
    findingKinds.map(kind => [kind, findings.filter(finding => finding.kind === kind).length]),
  )
  if (found) say(`Data-quality findings: ${found}`)
  if (read > 0) return
  throw new VoxelwiseError({
    code: 'no-mapping',
    subject: loaded.name,
    message: `None of its ${total} rows became a sample.`,
    remedy: 'See above what was skipped; a mapping of your own may read it (docs/mappings.md).',
  })
}

await runCommand(() => samples(process.argv.slice(2)))
