/**
 * Shows what it takes to delete a feature: `npm run lab -- delete NAME [script …]`. In a copy beside the checkout it deletes the
 * feature's two folders, its page in docs, and every line elsewhere that names one of these. It makes docs/commands.md anew and runs
 * `npm run check`, or the given scripts of package.json.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { exitCodes, type Main, runIfStarted } from '../src/cli/base/command.ts'

/** Files in which a line names a feature: code, and what is written about it. */
const isSearched = (file: string): boolean =>
  /^(?:src|test|build|bench|packages|docs)\/.*\.(?:tsx?|css|md)$|^[^/]+\.(?:json|md|ts)$/.test(file)

/** Makes docs/commands.md of the commands that there are. */
const documentOfCommands = 'test/unit/cli/commands/docs.test.ts'

/** Files that git knows or would add. */
const listFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\0')
    .filter(file => file !== '' && existsSync(file))

/** Copies these files, and links the packages. */
function copyTo(copy: string, files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(file, join(copy, file), { verbatimSymlinks: true })
  }
  execFileSync('cp', ['-al', 'node_modules', join(copy, 'node_modules')])
}

/** Deletes a feature. @returns each line elsewhere that had to go, with its file */
function withoutFeature(name: string, root: string, files: readonly string[]): readonly string[] {
  const own = ['src', 'test'].map(part => `${part}/features/${name}/`)
  const page = `docs/${name}.md`
  for (const path of [...own, page]) rmSync(join(root, path), { recursive: true, force: true })
  const names = new RegExp(String.raw`\bfeatures/${name}\b|\(${name}\.md[#)]`)
  return files
    .filter(file => isSearched(file) && file !== page && !own.some(folder => file.startsWith(folder)))
    .flatMap(file => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      const gone = lines.filter(line => names.test(line))
      if (gone.length > 0)
        writeFileSync(join(root, file), lines.filter(line => !gone.includes(line)).join('\n'))
      return gone.map(line => `${file}: ${line.trim()}`)
    })
}

export const main: Main = async ([name = '', ...scripts], { stdout, stderr }) => {
  if (!existsSync(join('src/features', name, 'README.md'))) {
    stderr(`There is no feature “${name}”.`)
    return exitCodes.usage
  }
  const copy = resolve('..', `without-${name}`)
  rmSync(copy, { recursive: true, force: true })
  const files = listFiles()
  copyTo(copy, files)
  for (const line of withoutFeature(name, copy, files)) stdout(line)
  execFileSync('npx', [...'vitest run --update --project unit'.split(' '), documentOfCommands], { cwd: copy })
  for (const script of scripts.length > 0 ? scripts : ['check']) {
    const { status } = spawnSync('npm', ['run', '-s', script], { cwd: copy, stdio: 'inherit' })
    if (status !== 0) return status ?? exitCodes.failed
  }
  rmSync(copy, { recursive: true })
  return exitCodes.done
}

await runIfStarted(import.meta.url, main)
