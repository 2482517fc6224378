/**
 * `npm run full-disk [-- tmpfs|ext4 … native]`: fills the disk under a run, on a small disk of its own: once in a browser
 * that promised to keep the data of the page, and once in one that did not. With `native` the model runs in ONNX Runtime for
 * Node. Takes root, on Linux. Exits with 1 where a stored run is lost, or without the promise is lost without a report, and
 * with 2 where no such disk can be made.
 */
import { localRuntime } from '../../src/cli/serve/local-runtime.ts'
import { servePage } from '../../src/cli/serve/serve.ts'
import { fillDisk } from './fill-disk.ts'
import { fillUnkeptDisk } from './fill-disk-unkept.ts'
import { type DiskKind, diskKinds, type SmallDisk, smallDisk } from './small-disk.ts'

const wanted = process.argv.slice(2)
const isNative = wanted.includes('native')
const named = diskKinds.filter(kind => wanted.includes(kind))
const kinds = named.length > 0 ? named : diskKinds

function made(kind: DiskKind): SmallDisk | null {
  try {
    return smallDisk(kind)
  } catch (error) {
    console.error(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 2
    return null
  }
}

const runtime = isNative ? localRuntime(console.error) : null
const server = await servePage([], undefined, 0, null, undefined, runtime)
for (const [kind, fill] of kinds.flatMap(kind => [
  [kind, fillDisk] as const,
  [kind, fillUnkeptDisk] as const,
])) {
  const disk = made(kind)
  if (!disk) continue
  try {
    await fill(server.origin, disk, {
      older: 60,
      questions: 600,
      path: new URL(server.address()).search,
      ...(isNative && { device: 'cpu' }),
      log: line => console.log(`${kind}, ${fill === fillDisk ? 'persistent' : 'not persistent'}: ${line}`),
    })
  } catch (error) {
    console.error(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  } finally {
    disk.remove()
  }
}
await server.close()
