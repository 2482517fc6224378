/** A reading that ends the command where it stands still, as the page ends its reading thread. */
import { Worker } from 'node:worker_threads'
import { watchedSource } from '../../data/sources/passed-on.ts'
import type { FolderSource } from '../../data/sources/source.ts'

/** Seconds without progress, as in the page. */
const patience = 60

/** Bytes of the name of the file that is being read. */
const longestName = 1024

/**
 * Runs a reading in this thread, which it may occupy for good: another thread watches it, names the file that was read last
 * and ends the process. @param read reports progress by any read of the source it is given, and by `onProgress`
 */
export async function watchedReading<T>(
  source: FolderSource,
  read: (watched: FolderSource, onProgress: () => void) => Promise<T>,
  seconds = patience,
): Promise<T> {
  const memory = new SharedArrayBuffer(8 + longestName)
  const [counts, name] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, 8)]
  const onProgress = (): void => void Atomics.add(counts, 0, 1)
  const onFile = (file: string | null): void => {
    if (file !== null) {
      name.set(new TextEncoder().encode(file).subarray(0, longestName))
      Atomics.store(counts, 1, Math.min(longestName, new TextEncoder().encode(file).length))
    }
    onProgress()
  }
  onFile(source.name)
  const watcher = new Worker(watching, { eval: true, execArgv: [], workerData: { memory, seconds } })
  watcher.unref()
  try {
    return await read(watchedSource(source, onFile), onProgress)
  } finally {
    await watcher.terminate()
  }
}

/** A timer that is very late was suspended with the whole machine. */
const watching = `
  const { writeSync } = require('node:fs')
  const { workerData: { memory, seconds } } = require('node:worker_threads')
  const [counts, name] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, 8)]
  let seen = -1
  let since = Date.now()
  let last = since
  setInterval(() => {
    const now = Date.now()
    const count = Atomics.load(counts, 0)
    if (count !== seen || now - last > 5000) since = now
    seen = count
    last = now
    if (now - since < seconds * 1000) return
    const file = JSON.stringify(new TextDecoder().decode(name.slice(0, Atomics.load(counts, 1)))).slice(1, -1)
    writeSync(2, 'Reading made no progress for ' + seconds + ' seconds and was stopped. (' + file + ') ' +
      'If the disk and its connection are fine, the file may be damaged or very large: remove it from the folder.\\n')
    process.kill(process.pid, 'SIGKILL')
  }, 250)
`
