/** What package.json and the documents say, against what is there. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutFolders } from '../../bench/command/table.ts'

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

test('onnxruntime-web, whose types and files are used, is declared at the version that transformers.js pins', () => {
  const { dependencies } = json('package.json')
  const pinned = json('node_modules/@huggingface/transformers/package.json').dependencies['onnxruntime-web']
  expect(dependencies['onnxruntime-web']).toBe(pinned)
  expect(json('node_modules/onnxruntime-web/package.json').version).toBe(pinned)
  // Two copies would be two runtimes in the page.
  const copies = Object.keys(json('package-lock.json').packages).filter(path =>
    path.endsWith('/onnxruntime-web'),
  )
  expect(copies).toEqual(['node_modules/onnxruntime-web'])
})

test('docs/dependencies.md has a line for every package that is declared', () => {
  const { dependencies, devDependencies } = json('package.json')
  const text = readFileSync('docs/dependencies.md', 'utf8')
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    expect(text).toContain(`\`${name}\``)
})

test('no document names a folder of the machine that it was written on', () => {
  const documents = ['README.md', ...readdirSync('docs').map(name => `docs/${name}`)].filter(name =>
    name.endsWith('.md'),
  )
  for (const name of documents)
    expect(readFileSync(name, 'utf8'), name).not.toMatch(
      /(^|[\s`"'(=])(\/(work|home|root|Users|mnt)\/|[A-Z]:\\)/,
    )
  const command =
    'npm run -s bench -- --model /work/tmp/some-model --json=C:\\tmp\\a.json --from /a/b.json,/c/d.json --limit 3'
  expect(withoutFolders(command)).toBe(
    'npm run -s bench -- --model some-model --json=a.json --from b.json,d.json --limit 3',
  )
})
