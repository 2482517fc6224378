/**
 * Compares our reader with pydicom over the files of its own packages: `tsx test/commands/dicom-goldens.ts GOLDENS.jsonl SITE_PACKAGES`.
 * tools/dicom/goldens.py writes the first, pip installs the second.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameSamples, openDicom, readDicom } from '../../src/data/images/dicom/read-dicom.ts'
import { memorySource } from '../../src/data/images/dicom/sliced-bytes.ts'
import { nodeCodec } from '../../src/data/images/node-codec.ts'
import { VoxelwiseError } from '../../src/engine/base/errors.ts'
import { filePolicy } from '../../src/engine/protocol/window-policy.ts'

interface Golden {
  readonly file: string
  readonly syntax: string
  readonly frame: number
  readonly frames: number
  readonly error?: string
  readonly raw?: string
  readonly picture?: string
}

const folders: Readonly<Record<string, string>> = {
  pydicom: 'pydicom/data/test_files',
  data_store: 'data_store/data',
  nibabel: 'nibabel/nicom/tests/data',
}

const digest = (data: ArrayBufferView): string =>
  createHash('sha256')
    .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    .digest('hex')

async function compared(
  { file, frame, frames, raw, picture, syntax }: Golden,
  path: string,
): Promise<string> {
  const bytes = new Uint8Array(readFileSync(path))
  try {
    const opened = await openDicom(memorySource(bytes), file)
    const samples = await frameSamples(opened, frame - 1, file, nodeCodec)
    // Of colours in a JPEG only the picture is compared: pydicom's raw samples are not RGB.
    const isColourJpeg = samples.components === 3 && /\.4\.5[01]$/.test(syntax)
    if (raw !== undefined && !isColourJpeg && digest(samples.values) !== raw) return 'raw samples differ'
    if (picture === undefined) return 'equal'
    const { pixels } = await readDicom(bytes, file, frames > 1 ? frame : null, filePolicy, nodeCodec)
    return digest(pixels.data) === picture ? 'equal' : 'picture differs'
  } catch (error) {
    return error instanceof VoxelwiseError ? `${error.info.code}: ${error.info.message}` : `crash: ${error}`
  }
}

const [goldens = '', packages = ''] = process.argv.slice(2)
const lines: readonly Golden[] = readFileSync(goldens, 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))
const counts = new Map<string, number>()
for (const golden of lines) {
  const [name = '', ...rest] = golden.file.split('/')
  const path = join(packages, folders[name] ?? '', ...rest)
  if (!existsSync(path)) continue
  const verdict = await compared(golden, path)
  const agrees = golden.error === undefined ? verdict === 'equal' : 'refused by pydicom'
  const key = agrees === true ? 'equal' : agrees === false ? 'different' : agrees
  counts.set(key, (counts.get(key) ?? 0) + 1)
  if (verdict !== 'equal')
    console.log(`${golden.file} frame ${golden.frame}: ${verdict} (pydicom: ${golden.error ?? 'reads it'})`)
}
console.log(Object.fromEntries(counts))
