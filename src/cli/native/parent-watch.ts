import { Worker } from 'node:worker_threads'
import { parentFd } from './child-files.ts'

/**
 * Code of a thread of its own, since ONNX Runtime blocks the main thread while it computes. It is a text because
 * neither tsx nor the release has a second script for it. The pipe ends with the server, however that ends.
 */
const watch = `
  const { rmSync } = require('node:fs')
  const { Socket } = require('node:net')
  const { workerData } = require('node:worker_threads')
  const end = () => {
    rmSync(workerData.folder, { recursive: true, force: true })
    process.kill(process.pid, 'SIGKILL')
  }
  new Socket({ fd: workerData.fd }).on('error', end).on('end', end).on('close', end).resume()
`

/** Ends this process, and removes its folder, when the server that started it is gone. */
export function endWithParent(): void {
  const workerData = { fd: parentFd, folder: process.cwd() }
  const worker = new Worker(watch, { eval: true, workerData, execArgv: [] })
  worker.on('error', () => process.exit(1))
}
