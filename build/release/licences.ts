import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly license?: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly repository?: string | { readonly url?: string }
}

/** ONNX Runtime's npm packages carry no licence file; its repository's is MIT, and what it is built of is told there. */
const notInPackage: Readonly<Record<string, string>> = {
  'onnxruntime-web': 'microsoft/onnxruntime',
  'onnxruntime-common': 'microsoft/onnxruntime',
}

/** The licence of ONNX Runtime as its repository has it. */
const onnxRuntimeLicence = `MIT License

Copyright (c) Microsoft Corporation

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

What ONNX Runtime itself contains is listed in ThirdPartyNotices.txt of its repository,
https://github.com/microsoft/onnxruntime/blob/main/ThirdPartyNotices.txt`

/**
 * Our own licence, and that of every package that the page or the commands may contain, in full: all that are installed
 * for use and not for development.
 * @throws Error naming a package whose licence is nowhere to be found
 */
export function licencesText(): string {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const folders = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .map(([path]) => path)
    .filter(path => existsSync(join(path, 'package.json')))
  const parts = folders.map(findLicence).filter(part => part !== null)
  const own = `Voxelwise\n\n${readFileSync('LICENSE', 'utf8').trim()}`
  return `${[own, ...parts].join(`\n\n${'='.repeat(100)}\n\n`)}\n`
}

function findLicence(folder: string): string | null {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // It stands for a package that is left out.
  if (manifest.name === 'empty-npm-package') return null
  const files = readdirSync(folder).filter(name => /^(licen[cs]e|copying|notice)/i.test(name))
  const texts = files.map(file => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0 && notInPackage[manifest.name]) texts.push(onnxRuntimeLicence)
  const head = `${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})`
  if (texts.length === 0) {
    if (!manifest.license) throw new Error(`${folder} says nothing of its licence.`)
    texts.push(`Its package carries no text of it. ${repositoryAddress(manifest)}`)
  }
  return [head, ...texts].join('\n\n')
}

const repositoryAddress = ({ repository }: Manifest): string =>
  (typeof repository === 'string' ? repository : repository?.url) ?? ''
