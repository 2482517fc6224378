/**
 * Shows what it takes to delete a feature: `npm run lab -- delete NAME [script …]`. In a copy beside the checkout it deletes what the
 * feature's README names under “To delete it” (folders, pages, scripts of package.json), every line elsewhere that names the feature,
 * and lines of documents that name what was deleted or a command that is gone. It makes docs/commands.md anew and runs
 * `npm run check`, or the given scripts of package.json. Features whose names have commas between them are deleted together. With
 * `--all` each is deleted alone, one after another. The copy stays if a check failed; with `--all` it is that of the last feature.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { exitCodes, type Main, runIfStarted } from '../src/cli/base/command.ts'
import type { RareCommand } from './rare-command.ts'

/** Files in which a line names a feature: code, and what is written about it. */
const isSearched = (file: string): boolean =>
  /^(?:src|test|build|bench|packages|docs|tools)\/.*\.(?:tsx?|css|md)$|^[^/]+\.(?:json|md|ts)$/.test(file)

/** Makes docs/commands.md of the commands that there are. */
const documentOfCommands = 'test/unit/cli/commands/docs.test.ts'

/** Files that git knows or would add. */
const listFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\0')
    .filter(file => file !== '' && existsSync(file))

/** Makes a folder that has these files and the packages of the checkout, whatever it had before. */
function fill(copy: string, files: readonly string[]): void {
  mkdirSync(copy, { recursive: true })
  for (const entry of readdirSync(copy))
    if (entry !== 'node_modules') rmSync(join(copy, entry), { recursive: true })
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(file, join(copy, file), { verbatimSymlinks: true })
  }
  // Linked once: what tests keep there is of use to the next feature.
  if (!existsSync(join(copy, 'node_modules')))
    execFileSync('cp', ['-al', 'node_modules', join(copy, 'node_modules')])
}

interface Deletion {
  /** Folders and pages that only the feature has. */
  readonly paths: readonly string[]
  /** Scripts of package.json. */
  readonly scripts: readonly string[]
  /** What `npm run lab` runs. */
  readonly rareCommands: readonly string[]
}

/** What the README of a feature says under “To delete it”. */
async function readDeletion(name: string): Promise<Deletion> {
  const readme = readFileSync(join('src/features', name, 'README.md'), 'utf8')
  const [sentence = ''] = readme.slice(readme.indexOf('To delete it:')).split(/\.\s/)
  const named = Array.from(sentence.matchAll(/`([^`]+)`/g), ([, word = '']) => word)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const file = join('test/features', name, 'rare-commands.ts')
  const { rareCommands }: { rareCommands: readonly RareCommand[] } = existsSync(file)
    ? await import(resolve(file))
    : { rareCommands: [] }
  return {
    // Lists of src lose a line, and stay.
    paths: [`src/features/${name}`, ...named.filter(word => existsSync(word) && !word.startsWith('src/'))],
    scripts: named.filter(word => Object.hasOwn(scripts, word)),
    rareCommands: rareCommands.map(command => command.name),
  }
}

/** The lines of a file that go with a feature. */
function linesToDelete(name: string, { paths, scripts, rareCommands }: Deletion) {
  const code = [String.raw`\bfeatures/${name}\b`]
  const pages = paths.flatMap(path => /^docs\/(.+)$/.exec(path)?.[1] ?? [])
  const folders = paths.filter(path => !path.endsWith('.md'))
  const texts = [
    ...code,
    ...pages.map(page => String.raw`\(${page}[#)]`),
    ...folders.map(folder => String.raw`(?<![\w/])${folder}/`),
    ...scripts.map(script => String.raw`npm run (?:-s )?${script}\b`),
    ...rareCommands.map(command => String.raw`npm run (?:-s )?lab -- ${command}\b`),
  ]
  const entries = scripts.map(script => `^ *"${script}":`)
  return (file: string): RegExp =>
    new RegExp(
      (file.endsWith('.md') ? texts : file === 'package.json' ? [...code, ...entries] : code).join('|'),
    )
}

/** Deletes a feature. @returns each line elsewhere that had to go, with its file */
async function withoutFeature(
  name: string,
  root: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const deletion = await readDeletion(name)
  for (const path of deletion.paths) rmSync(join(root, path), { recursive: true, force: true })
  const namesIn = linesToDelete(name, deletion)
  return files
    .filter(file => isSearched(file) && existsSync(join(root, file)))
    .flatMap(file => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      const names = namesIn(file)
      const gone = lines.filter(line => names.test(line))
      if (gone.length > 0)
        writeFileSync(join(root, file), lines.filter(line => !gone.includes(line)).join('\n'))
      return gone.map(line => `${file}: ${line.trim()}`)
    })
}

/** Runs scripts of package.json until one fails. @returns the name of that script; null where all passed */
const firstFailed = (scripts: readonly string[], cwd: string): string | null =>
  scripts.find(script => spawnSync('npm', ['run', '-s', script], { cwd, stdio: 'inherit' }).status !== 0) ??
  null

export const main: Main = async ([names = '', ...given], { stdout, stderr }) => {
  const features = readdirSync('src/features').sort()
  const deletions = names === '--all' ? features.map(name => [name]) : [names.split(',')]
  const unknown = deletions.flat().find(name => !features.includes(name))
  if (unknown !== undefined) {
    stderr(`There is no feature “${unknown}”.`)
    return exitCodes.usage
  }
  const copy = resolve('..', names === '--all' ? 'without-one' : `without-${names}`)
  rmSync(copy, { recursive: true, force: true })
  const scripts = given.length > 0 ? given : ['check']
  const files = listFiles()
  const outcomes: { readonly words: string; readonly failed: string | null }[] = []
  for (const deleted of deletions) {
    fill(copy, files)
    const lines: string[] = []
    for (const name of deleted) lines.push(...(await withoutFeature(name, copy, files)))
    for (const line of lines) stdout(line)
    execFileSync('npx', [...'vitest run --update --project unit'.split(' '), documentOfCommands], {
      cwd: copy,
    })
    const failed = firstFailed(scripts, copy)
    const inLists = lines.filter(line => /^src\/[^:]+\.ts:/.test(line)).length
    const words = `${deleted}: ${inLists} lines in lists, ${lines.length - inLists} elsewhere; ${failed ? `${failed} failed` : 'passed'}`
    stdout(words)
    outcomes.push({ words, failed })
  }
  if (outcomes.length > 1) for (const { words } of outcomes) stdout(words)
  if (outcomes.some(({ failed }) => failed)) return exitCodes.failed
  rmSync(copy, { recursive: true })
  return exitCodes.done
}

await runIfStarted(import.meta.url, main)
