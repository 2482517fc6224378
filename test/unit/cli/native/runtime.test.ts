import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installCommand, runtimeVersion } from '../../../../src/cli/base/installed.ts'
import { nodeRuntime } from '../../../../src/cli/native/runtime.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voxelwise-runtime-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function writePackage(source: string): string {
  const place = join(folder, 'node_modules/onnxruntime-node')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{"name":"onnxruntime-node","main":"index.js"}')
  writeFileSync(join(place, 'index.js'), source)
  return join(folder, `asked-${source.length}.js`)
}

test('if ONNX Runtime for Node is missing or replaced by an empty package, the error describes its installation', () => {
  const absent = { code: 'device-unavailable', remedy: `Install it with: ${installCommand}` }
  expect(() => nodeRuntime([join(folder, 'x.js')])).toThrowError(
    expect.objectContaining({ info: expect.objectContaining(absent) }),
  )
  expect(() => nodeRuntime([writePackage('')])).toThrowError(
    expect.objectContaining({ info: expect.objectContaining(absent) }),
  )
})

test('a runtime that cannot be loaded reports why', () => {
  const broken = join(folder, 'broken')
  mkdirSync(join(broken, 'node_modules/onnxruntime-node'), { recursive: true })
  writeFileSync(
    join(broken, 'node_modules/onnxruntime-node/index.js'),
    'throw new Error("libonnxruntime.so.1: cannot open shared object file")',
  )
  expect(() => nodeRuntime([join(broken, 'x.js')])).toThrowError(/cannot open shared object file/)
})

test('it is the version that transformers.js pins', () => {
  const manifest = JSON.parse(readFileSync('node_modules/@huggingface/transformers/package.json', 'utf8'))
  expect(manifest.dependencies['onnxruntime-node']).toBe(runtimeVersion)
})
