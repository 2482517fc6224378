/** What documents, comments and messages tell a reader to run, against package.json and the table of rare commands. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scriptProgram } from '../../build/changed.ts'
import { modulesFromFeatures } from '../../build/from-features.ts'
import { main, programs } from '../../build/lab.ts'
import type { RareCommand } from '../../build/rare-command.ts'
import { rareCommands } from '../../build/rare-commands.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const names = rareCommands.map(({ name }) => name)

/** None where a feature that is not there had the folder. */
const filesBelow = (folder: string): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter(file => !file.startsWith('golden'))
    .map(file => join(folder, file))

const texts = [
  // The changelog has the names of its time.
  ...readdirSync('.').filter(file => file.endsWith('.md') && file !== 'CHANGELOG.md'),
  ...['.ci', 'bench', 'build', 'cluster', 'docs', 'packages', 'src', 'test', 'tools'].flatMap(filesBelow),
].filter(file => /(\.(md|tsx?|py|sh|yaml)|run)$/.test(file) && statSync(file).isFile())

test('every “npm run” in the repository names a script or a rare command', () => {
  const unknown = texts.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/npm run (?:-s )?(lab -- )?([a-z][a-z:-]*)/g)]
      .filter(([, lab, name = '']) => (lab ? !names.includes(name) : !(name in scripts)))
      .map(([named]) => `${file}: ${named}`),
  )
  expect(unknown).toEqual([])
})

test('no code of the core names a command of a feature', async () => {
  const ofFeatures = [
    // `main.ts` finds commands of features by name; those of the core are files of their own.
    ...Object.keys(scripts).filter(name => /src\/features\/|commands\/main\.ts/.test(scripts[name])),
    ...(await modulesFromFeatures<{ rareCommands: readonly RareCommand[] }>('rare-commands.ts'))
      .flatMap(module => module.rareCommands)
      .map(({ name }) => `lab -- ${name}`),
  ]
  const named = new RegExp(`npm run (?:-s )?(?:${ofFeatures.join('|')})\\b`)
  const code = texts.filter(file => /^(build|packages|src|test)\/.*\.tsx?$/.test(file))
  const core = code.filter(file => !/^(src|test)\/features\//.test(file))
  expect(core.filter(file => named.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('every file that a script or a rare command runs exists', () => {
  const words = [
    ...Object.values<string>(scripts).flatMap(line => line.split(' ')),
    ...rareCommands.flatMap(({ steps }) => steps.flat()),
  ]
  const files = words.filter(word => /\.(ts|py)$/.test(word))
  expect(files.filter(file => !existsSync(file))).toEqual([])
})

test('a check of what changed names the changed files, and the tests that read the repository', () => {
  expect(scriptProgram('lint', null)).toEqual(['npm', 'run', '-s', 'lint'])
  expect(scriptProgram('typecheck', ['src/a.ts'])).toEqual(['npm', 'run', '-s', 'typecheck'])
  expect(scriptProgram('lint', ['src/a.ts', 'README.md'])).toEqual(
    expect.arrayContaining(['biome', 'src/a.ts', 'README.md']),
  )
  const tests = scriptProgram('test:unit', ['src/a.ts'])
  expect(tests).toEqual(expect.arrayContaining(['vitest', 'related', 'src/a.ts']))
  expect(tests.filter(word => word.endsWith('.test.ts')).filter(file => !existsSync(file))).toEqual([])
  expect(tests).toContain('test/unit/architecture.test.ts')
})

test('a rare command hands its options to its last step', () => {
  expect(programs('kills', ['--times', '20'])).toEqual([
    ['vite', 'build', '--logLevel', 'warn'],
    ['tsx', 'test/commands/kills.ts', '--times', '20'],
  ])
  expect(programs('no-such', [])).toBeNull()
})

test('without a name, and with an unknown one, the rare commands are listed', async () => {
  const out: string[] = []
  const err: string[] = []
  const io = {
    stdout: (line: string) => void out.push(line),
    stderr: (line: string) => void err.push(line),
    env: {},
    signals: process,
  }
  expect(await main([], io)).toBe(0)
  for (const { name, about } of rareCommands) expect(out.join()).toMatch(`${name.padEnd(13)}  ${about}`)
  expect(await main(['no-such'], io)).toBe(2)
  expect(err.join()).toContain('“no-such”')
  expect(err.join()).toContain(out.join())
})

test('a script and a rare command never share a name', () => {
  expect(names.filter(name => name in scripts)).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('CITATION.cff has the version and the license of package.json', () => {
  const { version, license } = JSON.parse(readFileSync('package.json', 'utf8'))
  const text = readFileSync('CITATION.cff', 'utf8')
  expect(text).toContain(`\nversion: ${version}\n`)
  expect(text).toContain(`\nlicense: ${license}\n`)
})

test('hyparquet, whose undocumented files are imported, is pinned', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(dependencies.hyparquet).toMatch(/^\d+\.\d+\.\d+$/)
})

test('every package fits Node 20, the oldest that package.json promises', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(engines.node).toBe('>=20')
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const tooNew = Object.entries<{ engines?: { node?: string } }>(packages)
    .filter(([, { engines: needs }]) => /^\s*>=?\s*2[1-9][.\d]*\s*$/.test(needs?.node ?? ''))
    .map(([path]) => path)
  expect(tooNew).toEqual([])
})

test('package-lock.json has every workspace, which npm ci would refuse to miss', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const workspaces = readdirSync('packages').map(name => `packages/${name}`)
  expect(Object.keys(packages)).toEqual(expect.arrayContaining(workspaces))
})

test('each package with an install script is allowed or refused by name', () => {
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const withScript = Object.entries<{ hasInstallScript?: true; optional?: true }>(packages)
    .filter(([, entry]) => entry.hasInstallScript && !entry.optional)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort())
})
