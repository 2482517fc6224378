/** Folders that the tests pick. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What other projects made, beside the repository and not in it: the oracle, real slices. */
export function sharedFolder(name: string): string {
  const folder = resolve('..', 'shared', name)
  if (!existsSync(folder)) throw new Error(`This folder is missing: ${folder}`)
  return folder
}

export const demoDataset = resolve('public/datasets/phantom-cube')
export const demoModel = resolve('public/models/phantom-vlm')

/** A copy of the bundled model, under its own name in `parent`, without the weights of other precisions. */
export function copyModel(parent: string, name: string, dtype: 'fp32' | 'q8'): string {
  const folder = join(parent, name)
  const unwanted = dtype === 'q8' ? /(?<!_quantized)\.onnx$/ : /_(quantized|q4)\.onnx$/
  cpSync(demoModel, folder, { recursive: true, filter: source => !unwanted.test(source) })
  return folder
}

export type Contents = Readonly<Record<string, string | Uint8Array>>

/** Writes files below a folder, making folders on the way. */
export function writeFolder(folder: string, contents: Contents): string {
  for (const [path, content] of Object.entries(contents)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return folder
}
