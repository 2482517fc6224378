/** What features give to tests and commands, by convention: nothing outside a feature names it. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The modules `test/features/<name>/<file>`, with their folders, in the order of the names. */
export async function modulesByFeature<Module>(
  file: string,
): Promise<readonly { readonly folder: string; readonly module: Module }[]> {
  const folders = readdirSync('test/features').map(name => join('test/features', name))
  return Promise.all(
    folders
      .filter(folder => existsSync(join(folder, file)))
      .sort()
      .map(async folder => ({ folder, module: await import(pathToFileURL(resolve(folder, file)).href) })),
  )
}

/** The same without the folders. */
export const modulesFromFeatures = async <Module>(file: string): Promise<readonly Module[]> =>
  (await modulesByFeature<Module>(file)).map(({ module }) => module)
