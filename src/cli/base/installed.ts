/** How these commands are installed: in the repository, or as a package with the page built. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The built page next to the commands of an installed package; null in the repository. */
export const packagedPage = ((): string | null => {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '../page')
  return existsSync(join(folder, 'index.html')) ? folder : null
})()

/** Where the bundled data set and model are, in `datasets` and `models`. */
export const bundledFolders = packagedPage ?? 'public'

export const demoDataset = join(bundledFolders, 'datasets/phantom-cube')

export const called = (command: string): string =>
  packagedPage === null ? `npm run -s ${command} --` : `npx voxelwise ${command}`

/** The version of ONNX Runtime for Node that transformers.js pins, for `--runtime node`. */
export const runtimeVersion = '1.30.0'

/** Its install script would download CUDA's libraries. Without it the package has all that the processor needs. */
export const installCommand = `npm install --no-save --ignore-scripts onnxruntime-node@${runtimeVersion}`
