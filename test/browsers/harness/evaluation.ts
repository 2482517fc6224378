/** Work in the page without a window, written once for all browsers. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { evaluatedFiles } from '../../../src/cli/evaluate/page.ts'
import type { RunSettings } from '../../../src/engine/protocol/settings.ts'

/** What any browser can be asked: Playwright's page, or one of ours. */
export type RunInPage = <Arguments extends readonly unknown[], Result>(
  work: (...given: Arguments) => Result | Promise<Result>,
  ...given: Arguments
) => Promise<Result>

export type Exported = Readonly<Record<string, string>>

/** Paths of all files of a folder, below it. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

/** Waits until the page without a window has started: not every driver waits for a page's modules. */
export async function started(run: RunInPage): Promise<void> {
  await run(async () => {
    while (!globalThis.voxelwise) await new Promise(resolve => setTimeout(resolve, 50))
  })
}

/** Has a folder whose files were put into the page's input read as data set or model. */
export async function takeFolder(
  run: RunInPage,
  role: 'dataset' | 'model',
  name: string,
  paths: readonly string[],
): Promise<void> {
  await run(
    async (role, name, paths) => {
      // A driver may hand them over one by one.
      const input = document.querySelector<HTMLInputElement>('#files')
      for (let wait = 0; wait < 100 && input?.files?.length !== paths.length; wait++)
        await new Promise(resolve => setTimeout(resolve, 100))
      const picked = globalThis.voxelwiseFiles(name, paths)
      await (role === 'dataset'
        ? globalThis.voxelwise.chooseDataset(picked)
        : globalThis.voxelwise.chooseModel(picked))
    },
    role,
    name,
    paths,
  )
}

/** Chooses the bundled demo. */
export async function takeDemo(run: RunInPage): Promise<void> {
  await started(run)
  await run(async () => {
    await globalThis.voxelwise.chooseDataset({ from: 'demo' })
    await globalThis.voxelwise.chooseModel({ from: 'demo' })
  })
}

/** Runs on what was chosen, on the processor. @returns the files of the run, by name */
export async function evaluated(run: RunInPage, settings: Partial<RunSettings>): Promise<Exported> {
  const id = await run(async settings => {
    const { voxelwise } = globalThis
    for (const role of ['dataset', 'model'] as const) {
      const chosen = voxelwise.getState()[role]
      if (chosen.status === 'failed') throw new Error(`${chosen.error.message} (${chosen.error.subject})`)
    }
    voxelwise.changeSettings({ ...settings, device: 'wasm' })
    await voxelwise.start()
    for (;;) {
      const { live, notices } = voxelwise.getState()
      const error = live?.error ?? notices.find(({ error }) => error.code !== 'storage')?.error
      if (error) throw new Error(`${error.code}: ${error.message} (${error.subject})`)
      if (live?.phase === 'done') return live.run.id
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }, settings)
  return exportedRun(run, id)
}

export async function exportedRun(run: RunInPage, id: string): Promise<Exported> {
  await started(run)
  return run(
    async (id, names) => {
      const texts: Record<string, string> = {}
      for (const name of names) texts[name] = await (await globalThis.voxelwise.exportFile(id, name)).text()
      return texts
    },
    id,
    evaluatedFiles,
  )
}
