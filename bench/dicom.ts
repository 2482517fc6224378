/**
 * Milliseconds per frame and transfer syntax, ours in Node next to pydicom's: `tsx bench/dicom.ts PYTHON FILES`.
 * PYTHON has what tools/dicom/frame_times.py names; FILES is a folder with DICOM files, such as its site-packages, or
 * what tools/dicom/bench_files.py writes. Both read each file in turn, in one session, and the table has medians and
 * their ratios.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  filePolicy,
  isDicom,
  memorySource,
  openDicom,
  readDicom,
  splitPart,
  withFrame,
} from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { VoxelwiseError } from '../src/engine/base/errors.ts'

const rounds = 5
/** Smaller pictures measure the start of a call. */
const leastPixels = 100_000
/** Files of one syntax, the largest first. */
const mostFiles = 6

interface DicomPath {
  readonly path: string
  readonly syntax: string
  readonly pixels: number
}

async function dicomFiles(folder: string): Promise<readonly DicomPath[]> {
  const found: DicomPath[] = []
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!/\.dcm$|\/[^.]+$/.test(path) || !statSync(path).isFile()) continue
    const bytes = new Uint8Array(readFileSync(path))
    if (!isDicom(bytes)) continue
    try {
      const { layout, syntax } = await openDicom(memorySource(bytes), name)
      found.push({ path, syntax, pixels: layout.rows * layout.columns })
    } catch (error) {
      // Files that are no pictures, or damaged on purpose.
      if (!(error instanceof VoxelwiseError)) throw error
    }
  }
  return found.filter(({ pixels }) => pixels >= leastPixels)
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function ours(path: string): Promise<number> {
  const began = performance.now()
  const bytes = new Uint8Array(readFileSync(path))
  await readDicom(bytes, path, splitPart(withFrame(path, 1)).part, filePolicy, nodeCodec)
  return performance.now() - began
}

/** The process of pydicom, and a question to it. */
function pydicom(python: string) {
  const child = spawn(python, ['tools/dicom/frame_times.py'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    time: async (path: string): Promise<number> => {
      child.stdin.write(`${path}\n`)
      return Number((await lines.next()).value)
    },
    end: () => child.stdin.end(),
  }
}

const [python = 'python3', folder = '.'] = process.argv.slice(2)
const theirs = pydicom(python)
const all = await dicomFiles(folder)
console.log(
  '| transfer syntax | files | Mpixel | ours, ms | pydicom, ms | ours / pydicom |\n|---|--:|--:|--:|--:|--:|',
)
for (const syntax of [...new Set(all.map(file => file.syntax))].sort()) {
  const files = all
    .filter(file => file.syntax === syntax)
    .sort((a, b) => b.pixels - a.pixels)
    .slice(0, mostFiles)
  const times: { readonly pixels: number; readonly own: number; readonly other: number }[] = []
  for (const { path, pixels } of files) {
    const [own, other]: [number[], number[]] = [[], []]
    try {
      for (let round = 0; round <= rounds; round++) {
        const pair = [await ours(path), await theirs.time(path)] as const
        if (round === 0) continue
        own.push(pair[0])
        other.push(pair[1])
      }
    } catch (error) {
      if (!(error instanceof VoxelwiseError)) throw error
    }
    if (own.length === rounds && other.every(Number.isFinite))
      times.push({ pixels, own: median(own), other: median(other) })
  }
  if (times.length === 0) continue
  const sum = (of: (time: (typeof times)[number]) => number): number =>
    times.reduce((total, time) => total + of(time), 0)
  const figures = [sum(({ own }) => own), sum(({ other }) => other)].map(total => total / times.length)
  const [own = 0, other = 0] = figures
  const megapixels = sum(({ pixels }) => pixels) / times.length / 1e6
  console.log(
    `| ${syntax} | ${times.length} | ${megapixels.toFixed(2)} | ${own.toFixed(1)} | ${other.toFixed(1)} | ${(own / other).toFixed(2)} |`,
  )
}
theirs.end()
