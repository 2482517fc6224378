/** Every parser of what comes from outside, with inputs made for it and what it may answer. */

import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { filePolicy, type WindowPolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import {
  byCodePoint,
  hashKey,
  isInside,
  JsonLimitError,
  JsonSyntaxError,
  join,
  normalise,
  parentFolder,
  parseJson,
  str,
  stringifyJson,
} from '@voxelwise/python'
import { EmbeddedImage, memoryBytes } from '@voxelwise/tables'
import { modulesFromFeatures } from '../../build/from-features.ts'
import { imageFile, verdicts } from '../../packages/pixels/test/image-files.ts'
import { serializeRun } from '../../src/data/export/run-file.ts'
import { readRun } from '../../src/data/export/run-file-stream.ts'
import { listTables } from '../../src/data/formats/readers/tables.ts'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { recordsFromResponses } from '../../src/data/formats/responses.ts'
import { judgedInResults } from '../../src/data/formats/results.ts'
import { readPixels } from '../../src/data/images/decoding.ts'
import { ImageReader } from '../../src/data/images/image-reader.ts'
import { parsePublished } from '../../src/engine/analysis/published.ts'
import { RowBuilder } from '../../src/engine/analysis/rows.ts'
import { VoxelwiseError } from '../../src/engine/base/errors.ts'
import { blobSource } from '../../src/engine/model/protobuf.ts'
import { JudgedFields, metricsSummary } from '../../src/engine/protocol/metrics.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import { readConfigs } from '../../src/engine/runtime/model-folder.ts'
import { readOutline } from '../../src/engine/runtime/outlines.ts'
import { graphForWasm } from '../../src/engine/runtime/wasm-graph.ts'
import { parseRoute } from '../../src/ui/state/router.ts'
import { memorySource } from '../unit/support/memory-source.ts'
import type { Random } from '../unit/support/random.ts'
import { badFiles, findings, passes, records, skipped, wholeRun } from '../unit/support/sound-run.ts'
import { type Bytes, mutated } from './bytes.ts'
import { anyBmp } from './inputs/bmp.ts'
import { anyColumns } from './inputs/columns.ts'
import { anyDelimited } from './inputs/delimited.ts'
import { anyDicom } from './inputs/dicom.ts'
import { anyGif } from './inputs/gif.ts'
import { gzipMembers } from './inputs/gzip.ts'
import { anyJpeg } from './inputs/jpeg.ts'
import { anyJson, anySamples, anyValue, withOtherValue } from './inputs/json.ts'
import { anyPlan } from './inputs/medvision.ts'
import { anyNifti } from './inputs/nifti.ts'
import { anyNpy } from './inputs/npy.ts'
import { anyOnnx } from './inputs/onnx.ts'
import { anyParquet } from './inputs/parquet.ts'
import { anyPng } from './inputs/png.ts'
import { anyOpenDocument, anyWorkbook } from './inputs/spreadsheet.ts'
import { anyText } from './inputs/texts.ts'
import { anyTiff } from './inputs/tiff.ts'
import { anyWebp } from './inputs/webp.ts'
import { anyZip } from './inputs/zip.ts'
import type { Input, Parser } from './parser.ts'
import { parsersOfCheckpoints } from './parsers-of-checkpoints.ts'
import { parsersOfTexts } from './parsers-of-texts.ts'

const nameOfFile = 'hostile/file'

/** Shows all values of a grey picture of 16 bits, not what Pillow makes of them. */
const allValues: WindowPolicy = { kind: 'minmax' }

/** Half made from nothing, half from a file that Pillow reads. */
function image(format: string, make: (random: Random) => Bytes, policy = filePolicy): Parser {
  const goldens = verdicts.filter(verdict => verdict.error === undefined && verdict.format === format)
  return {
    make: random =>
      random.below(2) === 0 ? make(random) : mutated(random, imageFile(random.pick(goldens).file)),
    async parse(input) {
      const { width, height, data } = await readPixels(input as Bytes, nameOfFile, undefined, policy)
      if (data.length !== width * height * 3) throw new Error(`${data.length} bytes for ${width} x ${height}`)
    },
  }
}

const niftiFolder = resolve('packages/pixels/test/golden/nifti')
const niftiFiles = () =>
  readdirSync(niftiFolder)
    .filter(name => /\.nii/.test(name))
    .map(name => readFileSync(resolve(niftiFolder, name)))

const dicomFolder = resolve('packages/pixels/test/golden/dicom/files')
const dicomFiles = () => readdirSync(dicomFolder).map(name => readFileSync(resolve(dicomFolder, name)))

const groupedGraph = (): Uint8Array =>
  readFileSync(resolve('test/golden/third-party/genai-0.18/fp32/model.onnx'))

const modelFile = (name: string): Uint8Array => readFileSync(resolve('public/models/phantom-vlm/onnx', name))

const runText = [...serializeRun({ run: wholeRun, records, skipped, findings, badFiles, passes })].join('')

/** A run.json with up to three of its values replaced. */
function anyRun(random: Random): string {
  let text = runText
  for (let left = random.below(4); left > 0; left--) text = withOtherValue(random, text)
  return text
}

const json = (value?: (random: Random) => string) => (random: Random) => anyJson(random, value)

/** How many rows are read: what a page or a line costs, a few of them show. */
const someRows = 3000

/** Reads a folder's tables as far as hostile ones are worth reading, and opens some of the images in them. */
async function readTables(file: string, input: Input): Promise<void> {
  const source = memorySource('set', { [file]: input })
  const images = new ImageReader(source)
  const { tables, badFiles } = await listTables({ source, files: await source.list() }, undefined)
  for (const table of tables) {
    let left = someRows
    for await (const { cells } of table.rows()) {
      const embedded = Object.values(cells).find(cell => cell instanceof EmbeddedImage)
      if (embedded && left > someRows - 20) await images.bytes(embedded.reference)
      if (--left === 0) break
    }
  }
  for (const { error } of badFiles) throw new VoxelwiseError(error)
}

const fromFeatures = await modulesFromFeatures<{ parsers: Readonly<Record<string, Parser>> }>('parsers.ts')

export const parsers: Readonly<Record<string, Parser>> = {
  png: image('png', anyPng),
  jpeg: image('jpeg', anyJpeg),
  gif: image('gif', anyGif),
  bmp: image('bmp', anyBmp),
  webp: image('webp', anyWebp),
  tiff: image('tiff', anyTiff),
  'png-values': image('png', anyPng, allValues),
  'tiff-values': image('tiff', anyTiff, allValues),
  nifti: {
    make: random => (random.below(3) === 0 ? mutated(random, random.pick(niftiFiles())) : anyNifti(random)),
    async parse(input) {
      for (const part of ['sagittal=0', 'axial=1of2'])
        await readPixels(input as Bytes, `${nameOfFile}//${part}`, nodeCodec)
    },
  },
  npy: {
    make: anyNpy,
    parse: input => readPixels(input as Bytes, `${nameOfFile}//frame=1`, nodeCodec),
  },
  dicom: {
    make: random => (random.below(3) === 0 ? mutated(random, random.pick(dicomFiles())) : anyDicom(random)),
    async parse(input) {
      const { width, height, data } = await readPixels(input as Bytes, `${nameOfFile}//frame=1`, nodeCodec)
      if (data.length !== width * height * 3) throw new Error(`${data.length} bytes for ${width} x ${height}`)
    },
  },
  onnx: {
    make: random =>
      random.below(3) === 0 ? mutated(random, modelFile('vision_encoder.onnx')) : anyOnnx(random),
    parse: input =>
      readOutline(nameOfFile, {
        size: input.length,
        read: async (start, end) => (input as Bytes).subarray(start, end),
      }),
  },
  attention: {
    make: random => mutated(random, groupedGraph()),
    async parse(input) {
      const blob = new Blob([input as Bytes])
      const outline = await readOutline(nameOfFile, blobSource(blob))
      const rewritten = await graphForWasm(nameOfFile, { blob, outline })
      const { inputs, outputs, externalData } = await readOutline(nameOfFile, blobSource(rewritten))
      const isSame = isDeepStrictEqual(
        { inputs, outputs, externalData },
        { inputs: outline.inputs, outputs: outline.outputs, externalData: outline.externalData },
      )
      if (!isSame) throw new Error('a graph that is rewritten has other inputs, outputs or data')
    },
  },
  json: {
    make: json(),
    parse(input) {
      const value = parseJson(input as string)
      // What is bounded is to read a file. To write it and read it again, twice, is for small ones.
      if (input.length > 1_000_000) return
      const written = stringifyJson(value)
      if (stringifyJson(parseJson(written)) !== written)
        throw new Error('written and read, it is another value')
    },
    mayThrow: [JsonSyntaxError, JsonLimitError],
  },
  'test.json': {
    make: json(anySamples),
    parse: input => loadDataset(memorySource('set', { 'a.png': '', 'test.json': input }), {}),
  },
  delimited: { make: anyDelimited, parse: input => readTables('test.csv', input) },
  'table.json': { make: json(anySamples), parse: input => readTables('test.json', input) },
  jsonl: {
    make: random =>
      Array.from({ length: random.below(5) }, () => anyJson(random)).join(random.pick(['\n', '', '\r\n\n'])),
    parse: input => readTables('test.jsonl', input),
  },
  parquet: { make: anyParquet, parse: input => readTables('test.parquet', input) },
  text: { make: anyDelimited, parse: input => readTables('test.txt', input) },
  xlsx: { make: anyWorkbook, parse: input => readTables('test.xlsx', input) },
  ods: { make: anyOpenDocument, parse: input => readTables('test.ods', input) },
  zip: { make: anyZip, parse: input => readTables('all.zip', input) },
  gzip: {
    make: random => gzipMembers(random, Buffer.from(anySamples(random))),
    parse: input => readTables('test.json.gz', input),
  },
  'nii.gz': {
    make: random => gzipMembers(random, random.below(3) === 0 ? random.pick(niftiFiles()) : anyNifti(random)),
    parse: input => readPixels(input as Bytes, `${nameOfFile}//axial=1of2`, nodeCodec),
  },
  columns: {
    make: anyColumns,
    parse: input => loadDataset(memorySource('set', { 'a.png': '', 'test.json': input }), {}),
  },
  'columns.jsonl': {
    make: anyColumns,
    parse: input =>
      loadDataset(memorySource('set', { 'a.png': '', 'test.jsonl': input }), { presets: false }),
  },
  'staged-case': {
    make: json(anySamples),
    parse: input => readTables('qa/task/path1/init/basic/case.json', input),
  },
  'medvision-plan': {
    make: json(anyPlan),
    parse: input => readTables('benchmark_plan_biometry_v1.0.0.json', input),
  },
  'run.json': {
    make: json(anyRun),
    async parse(input) {
      const read = await readRun(memoryBytes(nameOfFile, new TextEncoder().encode(input as string)))
      new RowBuilder(read.findings, medrcube, true).add(read.records)
    },
  },
  'results.json': {
    make: json(anySamples),
    async parse(input) {
      const file = memoryBytes(nameOfFile, new TextEncoder().encode(input as string))
      const taking = new JudgedFields()
      for await (const some of judgedInResults(file, [])) for (const one of some) taking.take(one)
      metricsSummary(taking.judged)
    },
  },
  'responses.json': {
    make: json(random => `{"x|A":${anyValue(random)},"|":${anyValue(random)}}`),
    parse: input =>
      recordsFromResponses(
        [{ index: 0, fields: { id: 'x', question: 'A', option_A: 'x' }, image: null, file: nameOfFile }],
        parseJson(input as string),
        medrcube,
        nameOfFile,
      ),
    mayThrow: [JsonSyntaxError, JsonLimitError],
  },
  'config.json': {
    make: json(random => `{"image_processor":${anyValue(random)},"model_type":${anyValue(random)}}`),
    parse(input) {
      const names = ['config.json', 'processor_config.json', 'preprocessor_config.json']
      const files = names.map(path => ({ path, size: input.length }))
      return readConfigs({ name: 'model', files, open: async () => new Blob([input]) })
    },
  },
  python: {
    make: json(),
    parse(input) {
      const value = parseJson(input as string)
      str(value)
      hashKey(value)
    },
    mayThrow: [JsonSyntaxError, JsonLimitError],
  },
  paths: {
    make: anyText,
    parse(input) {
      const path = normalise(join('root/folder', input as string))
      if (normalise(path) !== path) throw new Error('normalised twice, it is another path')
      if (isInside('root', path) && path.split('/').includes('..')) throw new Error('the path leads out')
      byCodePoint(path, parentFolder(path))
    },
  },
  judge: {
    make: anyText,
    parse(input) {
      const { parsed } = medrcube.judge(input as string, {})
      if (medrcube.isSettled(input as string, {}) && medrcube.judge(`${input}xyz B.`, {}).parsed !== parsed)
        throw new Error('what was fixed has changed')
    },
  },
  router: { make: anyText, parse: input => parseRoute(`#/${input}`) },
  ...parsersOfCheckpoints,
  ...parsersOfTexts,
  ...Object.assign({}, ...fromFeatures.map(module => module.parsers)),
  published: { make: anyText, parse: input => parsePublished(input as string), mayThrow: [RangeError] },
}
